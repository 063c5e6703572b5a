import { type H3Event, readRawBody } from 'h3'
import { ClientGoneError } from './disconnect'

/** The request body is larger than the endpoint accepts. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
  constructor(readonly limit: number) {
    super(`Request body must not exceed ${limit} bytes`)
  }
}

/**
 * Reads the request body as text and leaves it where h3's readers find it, so that middleware can read it again.
 * Counts the bytes as they arrive: a chunked body does not say its size beforehand.
 *
 * @param limit bytes
 * @throws {BodyTooLargeError} as soon as the limit is passed
 */
export function readLimitedBody(event: H3Event, limit: number): Promise<string> {
  const { req } = event.node
  if (Number(req.headers['content-length'] ?? 0) > limit) {
    return Promise.reject(new BodyTooLargeError(limit))
  }
  if (isPreloaded(event) || req.readableEnded || typeof req.on !== 'function') {
    return readComplete(event, limit)
  }
  return collect(event, limit)
}

async function readComplete(event: H3Event, limit: number): Promise<string> {
  const { req } = event.node
  // What a body-parsing server makes of a batch, which h3 would read as bytes.
  if ('body' in req && Array.isArray(req.body)) {
    Object.assign(req, { body: Buffer.from(JSON.stringify(req.body)) })
  }
  return checkSize(await readRawBody(event, false), limit)
}

// Web runtimes, `localFetch` and body-parsing servers in front of Nitro hand over the body complete.
function isPreloaded(event: H3Event): boolean {
  const { req } = event.node
  return event.web?.request?.body != null || ('body' in req && req.body != null) || ('rawBody' in req && req.rawBody != null)
    || ('_requestBody' in event && event._requestBody != null)
}

function checkSize(body: Buffer | undefined, limit: number): string {
  if (body && body.byteLength > limit) {
    throw new BodyTooLargeError(limit)
  }
  return body?.toString('utf8') ?? ''
}

function collect(event: H3Event, limit: number): Promise<string> {
  const { req } = event.node
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > limit) {
        chunks.length = 0
        reject(new BodyTooLargeError(limit))
      }
      else {
        chunks.push(chunk)
      }
    })
    let isComplete = false
    req.once('end', () => {
      isComplete = true
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      Object.assign(req, { body })
      resolve(body.toString('utf8'))
    })
    // An error of an incoming request is always its connection. Every request closes at last, and an error costs its stack.
    const onGone = () => {
      if (!isComplete) {
        reject(new ClientGoneError())
      }
    }
    req.once('error', onGone)
    req.once('close', onGone)
  })
}

/** How long a refusal waits for the body that it refuses, in milliseconds. */
const MOST_PATIENCE = 1000

/**
 * Reads and drops the rest of a body that nobody wants, so that a client which is still sending gets to see the
 * answer instead of a closed connection. Gives up on bodies that are far too large, and on those that do not come.
 *
 * @param limit bytes
 */
export function drainBody(event: H3Event, limit: number): Promise<void> {
  const { req } = event.node
  if (isPreloaded(event) || req.readableEnded || req.destroyed || typeof req.on !== 'function' || Number(req.headers['content-length'] ?? 0) > 2 * limit) {
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    let size = 0
    const patience = setTimeout(done, MOST_PATIENCE)
    function done() {
      clearTimeout(patience)
      resolve()
    }
    req.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > 2 * limit) {
        done()
      }
    })
    req.once('end', done)
    req.once('close', done)
  })
}
