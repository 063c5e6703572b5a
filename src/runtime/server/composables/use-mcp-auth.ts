import type { H3Event } from 'h3'
import { useEvent } from 'nitropack/runtime'
import { authInfoOf } from '../auth/auth-info'
import type { McpAuthInfo } from '../define/auth'

/**
 * What the access token of this request says: client, scopes, and what `verify` added. `undefined` without a token, and
 * on endpoints without `auth`. Handlers have it as `extra.authInfo` too.
 *
 * @param event given in middleware, guards and functions; needless where `useEvent()` works
 * @example
 * export default defineMcpTool({
 *   enabled: event => useMcpAuth(event)?.extra?.plan === 'pro',
 *   handler: () => 'done',
 * })
 */
export function useMcpAuth(event: H3Event = useEvent()): McpAuthInfo | undefined {
  return authInfoOf(event)
}
