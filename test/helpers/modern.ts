import { MCP_HEADERS, message } from './endpoint'
import type { HeaderOverrides } from './http'
import { type OpenStream, openStream } from './session'

const REVISION = '2026-07-28'

/** The `_meta` that every request of the revision carries. */
export const MODERN_META = { 'io.modelcontextprotocol/protocolVersion': REVISION, 'io.modelcontextprotocol/clientCapabilities': {} }

export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

/** The headers that repeat what the body of a request says. */
export function modernHeaders(method: string, name?: string): HeaderOverrides {
  return { 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method, ...(name === undefined ? {} : { 'Mcp-Name': name }) }
}

/** Opens a `subscriptions/listen` stream. */
export function listen(url: string, notifications: object, { id = 1, headers = {} }: { id?: string | number, headers?: HeaderOverrides } = {}): Promise<OpenStream> {
  const body = message(id, 'subscriptions/listen', { _meta: MODERN_META, notifications })
  return openStream(url, 'POST', { ...MCP_HEADERS, ...modernHeaders('subscriptions/listen'), ...headers }, JSON.stringify(body))
}
