import type { MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { authInfoOf } from '../auth/auth-info'
import { createRequestInfo } from '../http/request-info'
import type { Endpoint } from './endpoint'

/** What the SDK hands through to the handlers of a POST. */
export function createMessageExtra(event: H3Event, { config }: Endpoint): MessageExtraInfo {
  const authInfo = authInfoOf(event)
  const requestInfo = createRequestInfo(event, config.security.trustProxy)
  return authInfo ? { requestInfo, authInfo } : { requestInfo }
}
