import { type H3Event, getRequestURL } from 'h3'
import type { IncomingHttpHeaders } from 'node:http'

/** What `extra.requestInfo` tells handlers about the HTTP request. */
export interface HttpRequestInfo {
  headers: IncomingHttpHeaders
  url: URL
}

// The SDK hands `requestInfo` through to its handlers as it is, so it leads back to the event of the POST.
const events = new WeakMap<object, H3Event>()

/** Describes the request of an event for the SDK. */
export function createRequestInfo(event: H3Event): HttpRequestInfo {
  const info = { headers: event.node.req.headers, url: getRequestURL(event) }
  events.set(info, event)
  return info
}

/**
 * The event that a request came with.
 *
 * @throws {Error} when the info was not made by `createRequestInfo`
 */
export function eventOfRequest(info: object | undefined): H3Event {
  const event = info && events.get(info)
  if (!event) {
    throw new Error('The MCP request did not come with an HTTP request.')
  }
  return event
}
