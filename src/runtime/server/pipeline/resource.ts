import type { H3Event } from 'h3'
import { ownOrigin } from '../http/own-origin'
import type { Endpoint } from './endpoint'

/** The URL that clients know an endpoint by: the configured one, else the one that was asked. */
export function resourceOf(event: H3Event, { auth, config, path }: Endpoint): string {
  return auth?.resource ?? `${ownOrigin(event, config.security.trustProxy)}${path}`
}
