import type { H3Event } from 'h3'
import type { McpMiddleware } from '../define/handler'
import { type HttpAnswer, sendAnswer, sendResponse, toResponse } from '../http/answer'

/**
 * Runs the rest of the pipeline around an endpoint's middleware and returns what h3 sends.
 *
 * `next()` may be called any number of times, and without waiting for it: the rest runs once. A middleware that has
 * answered by itself, for example with a redirect, is left alone.
 *
 * @param isObserved as for `sendAnswer`
 */
export async function runMiddleware(event: H3Event, middleware: McpMiddleware | undefined, serve: () => Promise<HttpAnswer>, isObserved: boolean): Promise<unknown> {
  if (!middleware) {
    return sendAnswer(event, await serve(), isObserved)
  }
  let served: { answer: HttpAnswer, response: Response } | undefined
  const run = async () => {
    const answer = await serve()
    served = { answer, response: toResponse(answer) }
    return served
  }
  let running: ReturnType<typeof run> | undefined
  const next = async () => (await (running ??= run())).response
  const returned = await middleware(event, next)
  if (returned !== undefined) {
    return served && returned === served.response ? sendResponse(event, served.response, served.answer, isObserved) : returned
  }
  if (event.handled || event.node.res.headersSent) {
    return undefined
  }
  if (!running) {
    return sendAnswer(event, await serve(), isObserved)
  }
  const { answer, response } = await running
  return sendResponse(event, response, answer, isObserved)
}
