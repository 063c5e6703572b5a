import type { H3Event } from 'h3'

/** Whether the caller has sent this token. An empty token lets nobody in. */
export function hasBearerToken(event: H3Event, token: string): boolean {
  return token !== '' && getHeader(event, 'authorization') === `Bearer ${token}`
}
