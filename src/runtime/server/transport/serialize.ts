import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR } from '../../shared/json-rpc'
import { log } from '../observability/log'
import { serializedOf } from '../results/serialized'

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/**
 * The JSON of a message: text, or bytes where the result has been serialised already. A result that cannot be
 * serialised becomes an error, so that its request is answered.
 */
export function renderMessage(message: JSONRPCMessage): string | Bytes {
  const known = 'result' in message ? serializedOf(message.result) : undefined
  if (known !== undefined && 'result' in message) {
    const opening = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`
    return typeof known === 'string' ? `${opening}${known}}` : concat([opening, known, '}'])
  }
  try {
    return JSON.stringify(message)
  }
  catch (error) {
    log.error('A message to the client cannot be serialised:', error)
    const id = 'id' in message ? message.id : undefined
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: 'Internal error: the result cannot be serialised' } })
  }
}

/** The same as bytes, for streams. */
export function serializeMessage(message: JSONRPCMessage): Bytes {
  const json = renderMessage(message)
  return typeof json === 'string' ? encoder.encode(json) : json
}

/** The body of a JSON answer: the response itself, or an array for a batch. */
export function joinResponses(responses: readonly (string | Bytes)[], batch: boolean): string | Bytes {
  const [first] = responses
  if (!batch && first !== undefined) {
    return first
  }
  return concat(['[', ...responses.flatMap((response, index) => index === 0 ? [response] : [',', response]), ']'])
}

/**
 * One server-sent event. JSON has no line breaks of its own, so one `data:` line carries it.
 *
 * @param id what the client names to get what came after; none when nothing can be resumed
 */
export function toEventFrame(json: Bytes, id?: string): Bytes {
  return concat([id === undefined ? 'event: message\ndata: ' : `event: message\nid: ${id}\ndata: `, json, '\n\n'])
}

/** Joins texts and bytes. */
export function concat(parts: readonly (string | Uint8Array)[]): Bytes {
  const chunks = parts.map(part => typeof part === 'string' ? encoder.encode(part) : part)
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
