import type { CallToolResult, GetPromptResult, ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { type HeaderOverrides, type HttpReply, http } from './http'

export interface JsonRpcError {
  code: number
  message: string
  data?: unknown
}

export interface JsonRpcReply {
  jsonrpc: string
  id: string | number | null
  result?: unknown
  error?: JsonRpcError
}

/** One MCP endpoint as raw HTTP: what is on the wire, without a client in between. */
export interface McpEndpoint {
  url: string
  /** A POST. A body that is no string or buffer is sent as JSON. */
  post: (body: unknown, headers?: HeaderOverrides) => Promise<HttpReply>
  /** A request and its response message, result or error. */
  rpc: (method: string, params?: object, headers?: HeaderOverrides) => Promise<JsonRpcReply>
  /** The result of a request that has to succeed. */
  result: <T>(method: string, params?: object, headers?: HeaderOverrides) => Promise<T>
  /** The error of a request that has to fail. */
  error: (method: string, params?: object, headers?: HeaderOverrides) => Promise<JsonRpcError>
  call: (name: string, args?: object, headers?: HeaderOverrides) => Promise<CallToolResult>
  /** The text of a tool result that is one text item. */
  callText: (name: string, args?: object, headers?: HeaderOverrides) => Promise<string>
  read: (uri: string, headers?: HeaderOverrides) => Promise<ReadResourceResult>
  prompt: (name: string, args?: object, headers?: HeaderOverrides) => Promise<GetPromptResult>
  tools: (headers?: HeaderOverrides) => Promise<ListToolsResult['tools']>
  resources: (headers?: HeaderOverrides) => Promise<ListResourcesResult['resources']>
  templates: (headers?: HeaderOverrides) => Promise<ListResourceTemplatesResult['resourceTemplates']>
  prompts: (headers?: HeaderOverrides) => Promise<ListPromptsResult['prompts']>
}

/** What an MCP client sends with every POST. */
export const MCP_HEADERS: HeaderOverrides = {
  'Content-Type': 'application/json',
  'Accept': 'application/json, text/event-stream',
}

export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
} as const

/** Makes a JSON-RPC request message. */
export function message(id: string | number, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) }
}

export function createEndpoint(url: string): McpEndpoint {
  const post: McpEndpoint['post'] = (body, headers = {}) => http(url, {
    method: 'POST',
    headers: { ...MCP_HEADERS, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  const rpc: McpEndpoint['rpc'] = async (method, params, headers) => {
    const reply = await post(message(1, method, params), headers)
    if (reply.status !== 200) throw new Error(`${method} answered ${reply.status}: ${reply.text}`)
    const messages = reply.headers['content-type'] === 'text/event-stream' ? reply.events<JsonRpcReply>() : [reply.json<JsonRpcReply>()]
    const response = messages.find(({ id }) => id === 1)
    if (!response) throw new Error(`${method} has no response: ${reply.text}`)
    return response
  }
  const result = async <T>(method: string, params?: object, headers?: HeaderOverrides): Promise<T> => {
    const reply = await rpc(method, params, headers)
    if (reply.error || reply.result === undefined) throw new Error(`${method} failed: ${JSON.stringify(reply)}`)
    return reply.result as T
  }
  const call: McpEndpoint['call'] = (name, args, headers) => result('tools/call', { name, ...(args && { arguments: args }) }, headers)
  return {
    url,
    post,
    rpc,
    result,
    error: async (method, params, headers) => {
      const { error, ...rest } = await rpc(method, params, headers)
      if (!error) throw new Error(`${method} was expected to fail: ${JSON.stringify(rest)}`)
      return error
    },
    call,
    callText: async (name, args, headers) => {
      const { content, ...rest } = await call(name, args, headers)
      const [item] = content
      if (content.length !== 1 || item?.type !== 'text') throw new Error(`${name} returned no single text: ${JSON.stringify({ content, ...rest })}`)
      return item.text
    },
    read: (uri, headers) => result('resources/read', { uri }, headers),
    prompt: (name, args, headers) => result('prompts/get', { name, ...(args && { arguments: args }) }, headers),
    tools: async headers => (await result<ListToolsResult>('tools/list', undefined, headers)).tools,
    resources: async headers => (await result<ListResourcesResult>('resources/list', undefined, headers)).resources,
    templates: async headers => (await result<ListResourceTemplatesResult>('resources/templates/list', undefined, headers)).resourceTemplates,
    prompts: async headers => (await result<ListPromptsResult>('prompts/list', undefined, headers)).prompts,
  }
}
