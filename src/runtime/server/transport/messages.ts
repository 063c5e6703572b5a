import { type JSONRPCMessage, JSONRPCErrorResponseSchema, JSONRPCNotificationSchema, JSONRPCRequestSchema, JSONRPCResultResponseSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_REQUEST, PARSE_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'

/** A message that answers a request. */
export type ResponseMessage = Extract<JSONRPCMessage, { id?: unknown } & ({ result: unknown } | { error: unknown })>

/** The messages of a body. */
export interface ParsedMessages {
  messages: JSONRPCMessage[]
  /** The body was an array. */
  batch: boolean
}

export type ParsedBody = { ok: true } & ParsedMessages | { ok: false, answer: HttpAnswer }

/**
 * Reads a POST body as JSON-RPC. What comes out is what the SDK accepts: it would leave anything else without an
 * answer.
 *
 * @param body as JSON; `undefined` when it is none
 * @param maxBatchSize most messages in one body
 */
export function parseMessages(body: unknown, maxBatchSize: number): ParsedBody {
  if (body === undefined) {
    return refuse(PARSE_ERROR, 'Parse error: Invalid JSON')
  }
  if (Array.isArray(body)) {
    return parseBatch(body, maxBatchSize)
  }
  const message = parseMessage(body)
  return message ? { ok: true, messages: [message], batch: false } : refuse(INVALID_REQUEST, 'Invalid Request: Invalid JSON-RPC message')
}

function parseBatch(items: readonly unknown[], maxBatchSize: number): ParsedBody {
  if (items.length === 0) {
    return refuse(INVALID_REQUEST, 'Invalid Request: Batch must contain at least one message')
  }
  if (items.length > maxBatchSize) {
    return refuse(INVALID_REQUEST, `Invalid Request: Batch must not exceed ${maxBatchSize} messages`)
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
  return { ok: true, messages, batch: true }
}

/** Whether the message asks for a response. */
export function isRequest(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string, id: unknown }> {
  return 'method' in message && 'id' in message
}

/** Whether the message begins a session, where there are any. */
export function isInitialize(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string, id: unknown }> {
  return isRequest(message) && message.method === 'initialize'
}

/** Whether the message answers a request. */
export function isResponse(message: JSONRPCMessage): message is ResponseMessage {
  return 'result' in message || 'error' in message
}

/** The id of the request that the message cancels; `undefined` for every other message. */
export function cancelledRequest(message: JSONRPCMessage): RequestId | undefined {
  const id = 'method' in message && message.method === 'notifications/cancelled' ? message.params?.requestId : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** The response to a request that was refused. */
export function errorResponse(id: RequestId, { code, message }: { code: number, message: string }): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/** A single message, as the SDK accepts it; `undefined` for anything else. */
export function parseMessage(value: unknown): JSONRPCMessage | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined
  }
  const schema = 'method' in value
    ? 'id' in value ? JSONRPCRequestSchema : JSONRPCNotificationSchema
    : 'error' in value ? JSONRPCErrorResponseSchema : JSONRPCResultResponseSchema
  const parsed = schema.safeParse(value)
  return parsed.success ? withoutTask(parsed.data) : undefined
}

/**
 * A server without tasks has to handle the request as if none had been asked for; the SDK would refuse it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
function withoutTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!isRequest(message) || message.params === undefined || !('task' in message.params)) {
    return message
  }
  const { task: _, ...params } = message.params
  return { ...message, params }
}

function refuse(code: number, message: string): ParsedBody {
  return { ok: false, answer: rpcErrorAnswer(400, code, message) }
}
