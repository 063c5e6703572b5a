import { getRequestHeader } from 'h3'
import { useEvent } from 'nitropack/runtime'
import { isSessionless } from '../session/sessionless'
import { sessionRequestOf } from '../session/session-request'

/**
 * Ends the MCP session that this request belongs to. The request itself is still answered, unless it is a GET; other
 * requests of the session are aborted, its values are removed, and its id is unknown from then on.
 *
 * @returns whether the request names a session; false for clients of protocol versions without any
 */
export function invalidateMcpSession(): boolean {
  const event = useEvent()
  if (isSessionless(event) || getRequestHeader(event, 'mcp-session-id') === undefined) {
    return false
  }
  sessionRequestOf(event)?.invalidate()
  return true
}
