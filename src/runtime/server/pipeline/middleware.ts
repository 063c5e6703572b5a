import type { H3Event } from 'h3'
import { andThen } from '../../shared/and-then'
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
export function runMiddleware(event: H3Event, middleware: McpMiddleware | undefined, serve: () => HttpAnswer | Promise<HttpAnswer>, isObserved: boolean): unknown {
  if (middleware) {
    return runAround(event, middleware, serve, isObserved)
  }
  return andThen(serve(), answer => sendAnswer(event, answer, isObserved))
}

async function runAround(event: H3Event, middleware: McpMiddleware, serve: () => HttpAnswer | Promise<HttpAnswer>, isObserved: boolean): Promise<unknown> {
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
