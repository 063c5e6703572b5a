import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import type { H3Event } from 'h3'
import type { IncomingHttpHeaders } from 'node:http'
import { lazy } from '../../shared/lazy'
import { ownOrigin } from './own-origin'
import { parseUrl } from '../../shared/parse-url'

/** What `extra.requestInfo` tells handlers about the HTTP request. */
export interface HttpRequestInfo {
  headers: IncomingHttpHeaders
  /** `undefined` when the client's `Host` header makes no URL. */
  readonly url?: URL
}

// The SDK hands `requestInfo` through to its handlers as it is, so it leads back to the event of the POST.
const events = new WeakMap<object, H3Event>()

/** The HTTP request that messages came with. */
export class PostedRequest {
  private made: HttpRequestInfo | undefined

  /**
   * @param authInfo who sent it, as far as that is known
   * @param trustProxy as for `createRequestInfo`
   */
  constructor(readonly event: H3Event, readonly authInfo: AuthInfo | undefined, private readonly trustProxy: boolean) {}

  /** Made when it is first asked for: few handlers look at it. */
  get info(): HttpRequestInfo {
    return this.made ??= createRequestInfo(this.event, this.trustProxy)
  }
}

/**
 * Describes the request of an event for the SDK.
 *
 * @param trustProxy whether forwarded headers count for the origin, as in `ownOrigin`
 */
export function createRequestInfo(event: H3Event, trustProxy: boolean): HttpRequestInfo {
  // Few handlers look at it, and parsing is dear.
  const url = lazy(() => readUrl(event, trustProxy))
  const info: HttpRequestInfo = {
    headers: event.node.req.headers,
    get url() { return url() },
  }
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

function readUrl(event: H3Event, trustProxy: boolean): URL | undefined {
  // Before `app.baseURL` was taken off; a path that starts with two slashes would name another host.
  const path = (event.node.req.originalUrl ?? event.path).replace(/^[/\\]+/, '/')
  return parseUrl(path, ownOrigin(event, trustProxy))
}
