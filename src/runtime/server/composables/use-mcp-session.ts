import { getRequestHeader } from 'h3'
import { useEvent } from 'nitropack/runtime'
import { isSessionId, readSessionId } from '../session/session-id'
import { sessionRequestOf } from '../session/session-request'
import { isSessionless } from '../session/sessionless'
import { type McpSessionStore, createSessionStore } from '../session/session-store'

/**
 * Values of the MCP session that this request belongs to. They are gone when the session ends.
 *
 * @throws {Error} for clients of protocol version 2026-07-28 and later, which has no sessions
 * @throws {Error} unless `mcp.sessions` is on and the request carries the id of a live session of this endpoint
 * @example
 * const session = useMcpSession<{ cart: string[] }>()
 * const cart = await session.get('cart') ?? []
 * await session.set('cart', [...cart, sku])
 */
export function useMcpSession<T extends object = Record<string, unknown>>(): McpSessionStore<T> {
  const event = useEvent()
  if (isSessionless(event)) {
    throw new Error('There are no MCP sessions for this client: its protocol version has none. Keep values with `useStorage()` under the user that `useMcpAuth()` or your middleware names, and what belongs to one request with `useMcpElicitation().once()`.')
  }
  const id = readSessionId(getRequestHeader(event, 'mcp-session-id'))
  if (id !== undefined && !isSessionId(id)) {
    throw new Error('Invalid MCP session ID format')
  }
  const request = sessionRequestOf(event)
  const session = request?.sessionOfValues
  if (!request || !session) {
    throw new Error('No active MCP session. Enable `mcp.sessions`, and call this while a request of a live session is handled, with `nitro.experimental.asyncContext` enabled. While a client initialises, there is none yet.')
  }
  return createSessionStore<T>(session, request.host.stored)
}
