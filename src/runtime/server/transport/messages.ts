import { type JSONRPCMessage, JSONRPCErrorResponseSchema, JSONRPCNotificationSchema, JSONRPCRequestSchema, JSONRPCResultResponseSchema } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_REQUEST, PARSE_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'

/** Most messages in one batch. */
const MOST_MESSAGES = 100

export type ParsedBody = { ok: true, messages: JSONRPCMessage[], batch: boolean } | { ok: false, answer: HttpAnswer }

/**
 * Reads a POST body as JSON-RPC. What comes out is what the SDK accepts: it would leave anything else without an
 * answer.
 */
export function parseMessages(text: string): ParsedBody {
  let body: unknown
  try {
    body = JSON.parse(text)
  }
  catch {
    return refuse(PARSE_ERROR, 'Parse error: Invalid JSON')
  }
  const batch = Array.isArray(body)
  const items: unknown[] = batch ? body as unknown[] : [body]
  if (items.length === 0) {
    return refuse(INVALID_REQUEST, 'Invalid Request: Batch must contain at least one message')
  }
  if (items.length > MOST_MESSAGES) {
    return refuse(INVALID_REQUEST, `Invalid Request: Batch must not exceed ${MOST_MESSAGES} messages`)
  }
  const messages = items.flatMap(item => parseMessage(item) ?? [])
  if (messages.length < items.length) {
    return refuse(INVALID_REQUEST, 'Invalid Request: Invalid JSON-RPC message')
  }
  const requests = messages.filter(isRequest)
  if (messages.length > 1 && requests.some(request => request.method === 'initialize')) {
    return refuse(INVALID_REQUEST, 'Invalid Request: Only one initialization request is allowed')
  }
  if (new Set(requests.map(request => request.id)).size < requests.length) {
    return refuse(INVALID_REQUEST, 'Invalid Request: Two requests of a batch have the same id')
  }
  return { ok: true, messages, batch }
}

/** Whether the message asks for a response. */
export function isRequest(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string, id: unknown }> {
  return 'method' in message && 'id' in message
}

function parseMessage(value: unknown): JSONRPCMessage | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined
  }
  const schema = 'method' in value
    ? 'id' in value ? JSONRPCRequestSchema : JSONRPCNotificationSchema
    : 'error' in value ? JSONRPCErrorResponseSchema : JSONRPCResultResponseSchema
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

function refuse(code: number, message: string): ParsedBody {
  return { ok: false, answer: rpcErrorAnswer(400, code, message) }
}
