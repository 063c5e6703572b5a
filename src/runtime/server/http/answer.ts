import { type H3Event, appendResponseHeader, getResponseHeader, removeResponseHeader, send, setResponseHeader, setResponseStatus } from 'h3'
import { SERVER_ERROR, SESSION_NOT_FOUND } from '../../shared/json-rpc'
import { concat } from './bytes'

/** A response before it becomes h3's or the web's. */
export interface HttpAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  /**
   * `undefined`: no body and no content type. An array is sent part by part: joining would copy what is long, and the
   * same for every request.
   */
  body?: string | Bytes | readonly Bytes[] | ReadableStream<Bytes>
}

type Bytes = Uint8Array<ArrayBuffer>

/** Headers of an answer that is JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json' }

/** A JSON body. */
export function jsonAnswer(body: string | Bytes | readonly Bytes[]): HttpAnswer {
  return { status: 200, headers: JSON_HEADERS, body }
}

type RequestId = string | number | null

export interface RpcErrorOptions {
  data?: unknown
  headers?: Record<string, string>
  /** Id of the request that it answers. @default null */
  id?: RequestId
}

/** A JSON-RPC error. Most are about the HTTP request as a whole and belong to no JSON-RPC request. */
export function rpcErrorAnswer(status: number, code: number, message: string, { data, headers, id = null }: RpcErrorOptions = {}): HttpAnswer {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: errorBody(id, { code, message, data }) }
}

/** The answer to an id that no session has, on which clients initialise again. */
export function sessionNotFound(): HttpAnswer {
  return rpcErrorAnswer(404, SESSION_NOT_FOUND, 'Session not found')
}

/** The answer to a method that the endpoint does not serve. */
export function methodNotAllowed(allow: string, message: string): HttpAnswer {
  return rpcErrorAnswer(405, SERVER_ERROR, message, { headers: { allow } })
}

/**
 * Writes status and headers, and returns what h3 sends as the body.
 *
 * @param isObserved whether Nitro's `beforeResponse` or `afterResponse` hook has listeners: they get to see the body as a
 * whole, and the answer sent
 */
export function sendAnswer(event: H3Event, { status, headers, body }: HttpAnswer, isObserved: boolean): unknown {
  setResponseStatus(event, status)
  for (const name in headers) {
    setResponseHeader(event, name, headers[name])
  }
  if (body === undefined || event.method === 'HEAD') {
    dropSize(event, undefined)
    return send(event, '')
  }
  return sendBody(event, body, isObserved)
}

/** The same answer as a web `Response`, for middleware. */
export function toResponse({ status, headers, body }: HttpAnswer): Response {
  return new Response(isParts(body) ? concat(body) : body ?? null, { status, headers })
}

/**
 * Sends the `Response` that was made of an answer, with what middleware did to its status and headers. A body that was
 * complete is sent as it was, even when middleware has read it: through a stream it would cost several times as much.
 *
 * @throws {Error} when middleware has read an event stream
 */
export function sendResponse(event: H3Event, response: Response, { body }: HttpAnswer, isObserved: boolean): unknown {
  if (body === undefined || body instanceof ReadableStream) {
    if (response.bodyUsed || response.body?.locked) {
      throw new Error('The middleware has read the event stream that `next()` returned, so nothing is left to send. Read `response.clone()` instead.')
    }
    dropSize(event, body)
    return response
  }
  setResponseStatus(event, response.status, response.statusText)
  for (const [name, value] of response.headers) {
    const set = name === 'set-cookie' ? appendResponseHeader : setResponseHeader
    set(event, name, value)
  }
  return sendBody(event, body, isObserved)
}

function sendBody(event: H3Event, body: NonNullable<HttpAnswer['body']>, isObserved: boolean): unknown {
  if (body instanceof ReadableStream) {
    dropSize(event, body)
    return body
  }
  if (isObserved || !writeHead(event, body)) {
    return isParts(body) ? concat(body) : body
  }
  // Answers that are ready about the same time are written one right after the other, as h3 does, so that a client that
  // waits for several is woken once: writing is most of what an answer costs. Unlike in h3 nothing waits for it.
  const { res } = event.node
  setImmediate(() => isParts(body) ? endWithParts(res, body) : res.end(body))
  return undefined
}

// A size that is set already is that of another body. Node says the size of an empty one only as long as nobody has
// removed the header.
function dropSize(event: H3Event, body: ReadableStream<Bytes> | undefined): void {
  if (getResponseHeader(event, 'content-length') === undefined) {
    return
  }
  if (body) {
    removeResponseHeader(event, 'content-length')
  }
  else {
    setResponseHeader(event, 'content-length', 0)
  }
}

// With its head written a response counts as handled. Some are no connections, those that Nitro caches are copies, and
// some are to be sent in another way by the application's own wish.
function writeHead(event: H3Event, body: string | Bytes | readonly Bytes[]): boolean {
  const { res } = event.node
  if (!res.socket || res.hasHeader('transfer-encoding') || res.hasHeader('trailer')) {
    return false
  }
  setResponseHeader(event, 'content-length', sizeOf(body))
  res.writeHead(res.statusCode)
  return event.handled
}

function endWithParts(res: H3Event['node']['res'], parts: readonly Bytes[]): void {
  res.cork()
  for (const part of parts) {
    res.write(part)
  }
  res.end()
  res.uncork()
}

function sizeOf(body: string | Bytes | readonly Bytes[]): number {
  return isParts(body) ? body.reduce((size, part) => size + part.byteLength, 0) : Buffer.byteLength(body)
}

function isParts(body: HttpAnswer['body']): body is readonly Bytes[] {
  return Array.isArray(body)
}

// The data of an error is the application's, and may have no JSON form; the error itself always has.
function errorBody(id: RequestId, { data, ...error }: { code: number, message: string, data: unknown }): string {
  try {
    return JSON.stringify({ jsonrpc: '2.0', error: { ...error, data }, id })
  }
  catch {
    return JSON.stringify({ jsonrpc: '2.0', error, id })
  }
}
