import type { H3Event } from 'h3'
import type { McpAuthInfo } from '../define/auth'

// Kept beside the event instead of on it: `event.context` belongs to the application.
const infos = new WeakMap<H3Event, McpAuthInfo>()

/** Remembers what the access token of a request says. */
export function setAuthInfo(event: H3Event, info: McpAuthInfo): void {
  infos.set(event, info)
}

/** What the access token of a request says; `undefined` without one, or without `auth` on the endpoint. */
export function authInfoOf(event: H3Event): McpAuthInfo | undefined {
  return infos.get(event)
}
