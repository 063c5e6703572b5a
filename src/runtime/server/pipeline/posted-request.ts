import type { H3Event } from 'h3'
import { authInfoOf } from '../auth/auth-info'
import { PostedRequest } from '../http/request-info'
import type { Endpoint } from './endpoint'

/** What the handlers of a POST learn about it. */
export function createPostedRequest(event: H3Event, { config }: Endpoint): PostedRequest {
  return new PostedRequest(event, authInfoOf(event), config.security.trustProxy)
}
