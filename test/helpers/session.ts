import type { IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import { INITIALIZE, type JsonRpcReply, MCP_HEADERS, message } from './endpoint'
import { type HeaderOverrides, type HttpReply, http, openRequest } from './http'
import { waitFor } from './process'

/** A frame of an event stream, as it is on the wire. */
export interface RawFrame {
  id: string | undefined
  event: string | undefined
  retry: string | undefined
  data: string | undefined
  comment: string | undefined
}

/** An answer that is watched while it arrives. */
export interface OpenStream {
  status: number
  headers: IncomingHttpHeaders
  frames: () => RawFrame[]
  /** The JSON of the frames that carry a message. */
  messages: () => JsonRpcReply[]
  /** Waits for a message. */
  next: (matches: (message: JsonRpcReply & { method?: string, params?: Record<string, unknown> }) => boolean) => Promise<JsonRpcReply & { method?: string, params?: Record<string, unknown> }>
  /** Waits until the server ends it. */
  ended: () => Promise<void>
  isEnded: () => boolean
  /** Leaves, as a client that loses its connection does. */
  abort: () => void
}

/** A session as raw HTTP. */
export interface RawSession {
  id: string
  url: string
  headers: HeaderOverrides
  /** A POST that is read to its end. */
  post: (body: unknown, headers?: HeaderOverrides) => Promise<HttpReply>
  /** A POST whose answer is watched. */
  stream: (body: unknown, headers?: HeaderOverrides) => Promise<OpenStream>
  /** A GET stream. */
  listen: (headers?: HeaderOverrides) => Promise<OpenStream>
  delete: (headers?: HeaderOverrides) => Promise<HttpReply>
  /** A request and its response, with an id of its own. */
  rpc: (method: string, params?: object, headers?: HeaderOverrides) => Promise<JsonRpcReply>
  /** The text of a tool's result. */
  call: (name: string, args?: object, headers?: HeaderOverrides) => Promise<string>
}

/** Sends `initialize`, and the notification that follows it. */
export async function openSession(url: string, { headers = {}, version = '2025-11-25', capabilities = {} }: { headers?: HeaderOverrides, version?: string, capabilities?: object } = {}): Promise<RawSession> {
  const reply = await initialize(url, headers, { ...INITIALIZE, protocolVersion: version, capabilities })
  const id = reply.headers['mcp-session-id']
  if (typeof id !== 'string') throw new Error(`No session: ${reply.status} ${reply.text}`)
  const session = sessionAt(url, id, { ...headers, 'MCP-Protocol-Version': version })
  await session.post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return session
}

export function initialize(url: string, headers: HeaderOverrides = {}, params: object = INITIALIZE): Promise<HttpReply> {
  return http(url, { method: 'POST', headers: { ...MCP_HEADERS, ...headers }, body: JSON.stringify(message(0, 'initialize', params)) })
}

/** A session whose id is known. */
export function sessionAt(url: string, id: string, given: HeaderOverrides = {}): RawSession {
  const headers: HeaderOverrides = { ...given, 'Mcp-Session-Id': id }
  const postHeaders = (more: HeaderOverrides = {}) => ({ ...MCP_HEADERS, ...headers, ...more })
  let ids = 100
  const post: RawSession['post'] = (body, more) => http(url, { method: 'POST', headers: postHeaders(more), body: JSON.stringify(body) })
  const rpc: RawSession['rpc'] = async (method, params, more) => {
    const requestId = ids++
    const reply = await post(message(requestId, method, params), more)
    if (reply.status !== 200) throw new Error(`${method} answered ${reply.status}: ${reply.text}`)
    const messages = reply.headers['content-type'] === 'text/event-stream' ? reply.events<JsonRpcReply>() : [reply.json<JsonRpcReply>()]
    const response = messages.find(entry => entry.id === requestId)
    if (!response) throw new Error(`${method} has no response: ${reply.text}`)
    return response
  }
  return {
    id,
    url,
    headers,
    post,
    rpc,
    stream: (body, more) => openStream(url, 'POST', postHeaders(more), JSON.stringify(body)),
    listen: more => openStream(url, 'GET', { Accept: 'text/event-stream', ...headers, ...more }),
    delete: more => http(url, { method: 'DELETE', headers: { ...headers, ...more } }),
    call: async (name, args, more) => {
      const { result, error } = await rpc('tools/call', { name, ...(args && { arguments: args }) }, more)
      const content = (result as { content?: { text?: string }[] } | undefined)?.content
      return content?.[0]?.text ?? JSON.stringify(error ?? result)
    },
  }
}

/** Any request whose answer is watched. */
export async function openStream(url: string, method: string, headers: HeaderOverrides, body?: string): Promise<OpenStream> {
  const { response, abort } = openRequest(url, { method, headers, body })
  onTestFinished(abort)
  const incoming = await response
  let text = ''
  let ended = false
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  incoming.on('end', () => {
    ended = true
  }).on('error', () => {
    ended = true
  })
  const frames = () => parseFrames(text)
  const messages = () => frames().flatMap(({ data }) => data ? [JSON.parse(data)] : [])
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    frames,
    messages,
    next: matches => waitFor(`a message on ${method} ${url}; so far: ${text}`, () => messages().find(matches)),
    ended: async () => {
      await waitFor(`the end of ${method} ${url}; so far: ${text}`, () => ended || undefined)
    },
    isEnded: () => ended,
    abort,
  }
}

export function parseFrames(text: string): RawFrame[] {
  return text.split('\n\n').slice(0, -1).map((frame) => {
    const field = (name: string) => frame.split('\n').find(line => line.startsWith(`${name}:`))?.slice(name.length + 1).trimStart()
    return { id: field('id'), event: field('event'), retry: field('retry'), data: field('data'), comment: field('') }
  })
}
