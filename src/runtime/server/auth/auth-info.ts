import type { H3Event } from 'h3'
import { EventSlot } from '../http/event-slot'
import type { McpAuthInfo } from '../define/auth'

const infos = new EventSlot<McpAuthInfo>('mcp auth info')

/** Remembers what the access token of a request says. */
export function setAuthInfo(event: H3Event, info: McpAuthInfo): void {
  infos.set(event, info)
}

/** What the access token of a request says; `undefined` without one, or without `auth` on the endpoint. */
export function authInfoOf(event: H3Event): McpAuthInfo | undefined {
  return infos.get(event)
}
