import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR } from '../../shared/json-rpc'
import { concat } from '../http/bytes'
import { log } from '../observability/log'
import { serializedOf } from '../results/serialized'
import { isResponse } from './messages'

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/**
 * The JSON of a message: text, or the parts of which one is a result that many requests share. A result that cannot be
 * serialised becomes an error, so that its request is answered.
 *
 * @throws {TypeError} for a notification or request that has no JSON form
 */
export function renderMessage(message: JSONRPCMessage): string | readonly Bytes[] {
  const known = 'result' in message ? serializedOf(message.result) : undefined
  if (known !== undefined && 'result' in message) {
    const opening = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`
    return typeof known === 'string' ? `${opening}${known}}` : [encoder.encode(opening), known, CLOSING]
  }
  try {
    return JSON.stringify(message)
  }
  catch (error) {
    if (!isResponse(message)) {
      throw error
    }
    log.error('A message to the client cannot be serialised:', error)
    return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: 'Internal error: the result cannot be serialised' } })
  }
}

const CLOSING = encoder.encode('}')

/** The same as one piece of bytes, for streams. */
export function serializeMessage(message: JSONRPCMessage): Bytes {
  return concat(partsOf(renderMessage(message)))
}

/** The body of a JSON answer: the response itself, or an array for a batch. */
export function renderResponses(responses: readonly JSONRPCMessage[], batch: boolean): string | readonly Bytes[] {
  const [first] = responses
  if (!batch && first) {
    return renderMessage(first)
  }
  return [concat(['[', ...responses.flatMap((response, index) => [index === 0 ? '' : ',', ...partsOf(renderMessage(response))]), ']'])]
}

/** Messages as a complete event stream, in which nothing can be resumed. */
export function renderFrames(messages: readonly JSONRPCMessage[]): string | readonly Bytes[] {
  const frames = messages.map(renderFrame)
  return frames.every(frame => typeof frame === 'string') ? frames.join('') : frames.flatMap(partsOf).map(toBytes)
}

function renderFrame(message: JSONRPCMessage): string | readonly Bytes[] {
  const json = renderMessage(message)
  return typeof json === 'string' ? FRAME_OPENING + json + FRAME_CLOSING : [toBytes(FRAME_OPENING), ...json, toBytes(FRAME_CLOSING)]
}

const FRAME_OPENING = 'event: message\ndata: '
const FRAME_CLOSING = '\n\n'

/**
 * One server-sent event. JSON has no line breaks of its own, so one `data:` line carries it.
 *
 * @param id what the client names to get what came after; none when nothing can be resumed
 */
export function toEventFrame(json: Bytes, id?: string): Bytes {
  return concat([id === undefined ? FRAME_OPENING : `event: message\nid: ${id}\ndata: `, json, FRAME_CLOSING])
}

function partsOf(json: string | readonly Bytes[]): readonly (string | Bytes)[] {
  return typeof json === 'string' ? [json] : json
}

function toBytes(part: string | Bytes): Bytes {
  return typeof part === 'string' ? encoder.encode(part) : part
}
