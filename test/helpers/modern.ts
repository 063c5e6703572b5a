import { type JsonRpcReply, MCP_HEADERS, type McpEndpoint, message } from './endpoint'
import type { HeaderOverrides, HttpReply } from './http'
import { type OpenStream, openStream } from './session'

const REVISION = '2026-07-28'

export const VERSION = 'io.modelcontextprotocol/protocolVersion'
export const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
export const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
export const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** The `_meta` of a client that can be asked for nothing. */
export const MODERN_META = { [VERSION]: REVISION, [CAPABILITIES]: {} }

/** A client that can be asked for everything. */
export const ABLE = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }

export interface ModernOptions {
  id?: string | number
  /** Joined with what every request says. `undefined` takes a key away. */
  meta?: Record<string, unknown>
  headers?: HeaderOverrides
}

/** An error or a result, with the status of its answer. */
export interface ModernReply {
  status: number
  id: unknown
  result?: Record<string, unknown>
  error?: { code: number, message: string, data?: unknown }
}

/** The `_meta` that every request of 2026-07-28 has. */
export function modernMeta(meta: Record<string, unknown> = {}): Record<string, unknown> {
  return { [VERSION]: REVISION, [CAPABILITIES]: ABLE, [CLIENT_INFO]: { name: 'test', version: '1' }, ...meta }
}

/** The headers that repeat what the body of a request says. */
export function modernHeaders(method: string, name?: string): HeaderOverrides {
  return { 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method, ...(name === undefined ? {} : { 'Mcp-Name': name }) }
}

/** Opens a `subscriptions/listen` stream. */
export function listen(url: string, notifications: object, { id = 1, headers = {} }: { id?: string | number, headers?: HeaderOverrides } = {}): Promise<OpenStream> {
  const body = message(id, 'subscriptions/listen', { _meta: MODERN_META, notifications })
  return openStream(url, 'POST', { ...MCP_HEADERS, ...modernHeaders('subscriptions/listen'), ...headers }, JSON.stringify(body))
}

/** A request as clients of 2026-07-28 send it, with the headers that repeat its body. */
export async function postModern(endpoint: McpEndpoint, method: string, params: Record<string, unknown> = {}, { id = 1, meta, headers }: ModernOptions = {}): Promise<HttpReply> {
  const named = params.name ?? params.uri
  const body = message(id, method, { ...params, _meta: modernMeta(meta) })
  return endpoint.post(body, { ...modernHeaders(method, typeof named === 'string' ? named : undefined), ...headers })
}

/** The same, read as the response to the request. */
export async function modern(endpoint: McpEndpoint, method: string, params?: Record<string, unknown>, options?: ModernOptions): Promise<ModernReply> {
  const reply = await postModern(endpoint, method, params, options)
  const messages = reply.headers['content-type'] === 'text/event-stream' ? reply.events<JsonRpcReply>() : [reply.json<JsonRpcReply>()]
  const { id, result, error } = messages.at(-1) ?? {}
  return { status: reply.status, id, ...(error ? { error } : { result: result as Record<string, unknown> }) }
}

/** The text of a result that has only that. */
export function textOf({ result, ...rest }: ModernReply): string {
  const [item] = Array.isArray(result?.content) ? result.content : []
  if (typeof item?.text !== 'string') throw new Error(`No text: ${JSON.stringify({ result, ...rest })}`)
  return item.text
}

/** What a result asks for: the parameters that the next request repeats, with the answers added. */
export function questionsOf({ result, ...rest }: ModernReply): { keys: string[], inputRequests: Record<string, { method: string, params: Record<string, unknown> }>, requestState: string } {
  if (result?.resultType !== 'input_required') throw new Error(`Nothing is asked: ${JSON.stringify({ result, ...rest })}`)
  const { inputRequests, requestState } = result as { inputRequests: Record<string, { method: string, params: Record<string, unknown> }>, requestState: string }
  return { keys: Object.keys(inputRequests), inputRequests, requestState }
}

/** The answer of a user who agrees. */
export function accept(content?: Record<string, unknown>): object {
  return { action: 'accept', ...(content && { content }) }
}
