import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { expect } from 'vitest'
import { ROOT } from './fixtures'

/** How long an answer may take. A request that hangs is a failure of its own. */
const ANSWER_MS = 10_000

/** Header values; `undefined` takes a default header away. Names are written as they should be sent. */
export type HeaderOverrides = Record<string, string | string[] | undefined>

export interface HttpOptions {
  method?: string
  headers?: HeaderOverrides
  body?: string | Uint8Array
  /** Sends the body without a `Content-Length`. */
  chunked?: boolean
}

export interface HttpReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body as JSON. */
  json: <T = unknown>() => T
  /** The JSON of every server-sent event, in order. */
  events: <T = unknown>() => T[]
}

/**
 * Sends one HTTP request over a connection of its own. `node:http` lets tests set `Host` and `Origin`, which `fetch`
 * does not.
 */
export async function http(url: string, options: HttpOptions = {}): Promise<HttpReply> {
  const response = await openRequest(url, options).response
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  assertNoPath(response.headers, text)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: () => JSON.parse(text),
    events: <T>() => parseEvents(text).flatMap(event => event.data ? [JSON.parse(event.data) as T] : []),
  }
}

/** The same for tests that watch an answer arrive, or leave before it does. */
export function openRequest(url: string, { method = 'GET', headers = {}, body, chunked }: HttpOptions): { response: Promise<IncomingMessage>, abort: () => void } {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string | string[]>
  const length = body === undefined || chunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const request = httpRequest(url, { method, headers: { ...length, ...given }, agent: false })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.setTimeout(ANSWER_MS, () => request.destroy(new Error(`No answer from ${method} ${url} after ${ANSWER_MS} ms`)))
    request.once('response', resolve)
    // A server may refuse a large body before it has all of it; what it answered is still to be read.
    request.on('error', reject)
  })
  if (body !== undefined && chunked) request.write(body)
  request.end(chunked ? undefined : body)
  return { response, abort: () => request.destroy() }
}

export interface ServerSentEvent {
  event: string
  data: string
}

export function parseEvents(text: string): ServerSentEvent[] {
  return text.split('\n\n').filter(frame => frame.includes('data:')).map((frame) => {
    const lines = frame.split('\n')
    const field = (name: string) => lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).trimStart()).join('\n')
    return { event: field('event') || 'message', data: field('data') }
  })
}

// definitions R64, R69: checked for every answer of every test.
function assertNoPath(headers: IncomingHttpHeaders, text: string): void {
  expect(text.includes(ROOT) ? text : '', 'the answer contains an absolute path of the server').toBe('')
  expect(JSON.stringify(headers)).not.toContain(ROOT)
}
