import { isError } from 'h3'
import { INTERNAL_ERROR, INVALID_REQUEST, SERVER_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { BodyTooLargeError } from '../http/body'
import { SessionStorageError } from '../session/storage-timeout'

/** A refusal by the pipeline itself. */
export class RefusedError extends Error {
  /** @param toAnswer given the id of the JSON-RPC request, where errors name it */
  constructor(readonly toAnswer: (id: string | number | null) => HttpAnswer) {
    super('Refused')
  }
}

/** Whether nobody foresaw the error, so that it has to be logged and its message kept from clients. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof RefusedError) && !(error instanceof SessionStorageError) && !(error instanceof BodyTooLargeError) && !(isError(error) && !error.unhandled)
}

/**
 * The answer to a request whose pipeline threw. Keeps the status of h3 errors; the reason of others shows only in dev.
 *
 * @param id of the JSON-RPC request, for clients that expect it in errors of the HTTP request too
 */
export function toErrorAnswer(error: unknown, id: string | number | null = null): HttpAnswer {
  if (error instanceof RefusedError) {
    return error.toAnswer(id)
  }
  if (error instanceof BodyTooLargeError) {
    return rpcErrorAnswer(413, SERVER_ERROR, `Payload Too Large: ${error.message}`, { id })
  }
  if (error instanceof SessionStorageError) {
    return rpcErrorAnswer(503, INTERNAL_ERROR, `Service Unavailable: ${error.message}`, { id, headers: { 'retry-after': '5' } })
  }
  if (isError(error) && !error.unhandled) {
    const code = error.statusCode === 400 ? INVALID_REQUEST : error.statusCode < 500 ? SERVER_ERROR : INTERNAL_ERROR
    return rpcErrorAnswer(error.statusCode < 400 ? 500 : error.statusCode, code, error.message || error.statusMessage || 'Request refused', { id, data: error.data ?? undefined })
  }
  const message = import.meta.dev && error instanceof Error ? error.message : 'Server Error'
  return rpcErrorAnswer(500, INTERNAL_ERROR, message, { id })
}
