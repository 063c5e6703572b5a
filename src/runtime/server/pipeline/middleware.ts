import type { H3Event } from 'h3'
import type { McpMiddleware } from '../define/handler'
import { type HttpAnswer, sendAnswer, toResponse } from '../http/answer'

/**
 * Runs the rest of the pipeline around an endpoint's middleware and returns what h3 sends.
 *
 * `next()` may be called any number of times, and without waiting for it: the rest runs once. A middleware that has
 * answered by itself, for example with a redirect, is left alone.
 */
export async function runMiddleware(event: H3Event, middleware: McpMiddleware | undefined, serve: () => Promise<HttpAnswer>): Promise<unknown> {
  if (!middleware) {
    return sendAnswer(event, await serve())
  }
  let response: Promise<Response> | undefined
  const next = () => (response ??= serve().then(toResponse))
  const returned = await middleware(event, next)
  if (returned !== undefined) {
    return returned
  }
  if (event.handled || event.node.res.headersSent) {
    return undefined
  }
  return response ? await response : sendAnswer(event, await serve())
}
