import { type JSONRPCNotification, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { isAtLeast } from '../observability/log-level'
import type { RequestMeta } from './meta'

/** What has no place on the answer to a request: it is told to those who listen, or belongs to earlier revisions. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/elicitation/complete',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
])

/** Whether a notification goes to the client of a request: log messages and progress only as far as it asked for them. */
export function isWanted(notification: JSONRPCNotification, { logLevel, progressToken }: RequestMeta): boolean {
  switch (notification.method) {
    case 'notifications/message': {
      const { data } = LoggingMessageNotificationSchema.safeParse(notification)
      return logLevel !== undefined && data !== undefined && isAtLeast(data.params.level, logLevel)
    }
    case 'notifications/progress':
      return progressToken !== undefined && notification.params?.progressToken === progressToken
    default:
      return !ELSEWHERE.has(notification.method)
  }
}
