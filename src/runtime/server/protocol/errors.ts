import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import { HEADER_MISMATCH, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { isRecord } from '../results/tool-result'
import { MODERN_REVISIONS } from './revision'

type Id = RequestId | null

/** The answer to a message that is none, or that the revision does not have. */
export function invalidRequest(id: Id, problem: string): HttpAnswer {
  return rpcErrorAnswer(400, INVALID_REQUEST, `Invalid Request: ${problem}`, { id })
}

/** The answer to a request whose `_meta` does not say what it has to. */
export function invalidMeta(id: Id, problem: string): HttpAnswer {
  return rpcErrorAnswer(400, INVALID_PARAMS, `Invalid params: ${problem}`, { id })
}

/** The answer to parameters that are wrong, as an error of the request itself. */
export function invalidParams(id: Id, problem: string): HttpAnswer {
  return rpcErrorAnswer(200, INVALID_PARAMS, problem, { id })
}

/** The answer to a request whose headers do not say what its body says. */
export function headerMismatch(id: Id, problem: string): HttpAnswer {
  return rpcErrorAnswer(400, HEADER_MISMATCH, `Header mismatch: ${problem}`, { id })
}

/**
 * The answer to a request of a revision that the endpoint does not serve.
 *
 * @param requested `undefined` when the request names none
 */
export function unsupportedVersion(id: Id, requested: string | undefined): HttpAnswer {
  const message = requested === undefined ? 'the request names none' : `\`${requested}\``
  return rpcErrorAnswer(400, UNSUPPORTED_PROTOCOL_VERSION, `Unsupported protocol version: ${message} (supported: ${MODERN_REVISIONS.join(', ')})`, {
    id,
    data: { supported: MODERN_REVISIONS, ...(requested === undefined ? {} : { requested }) },
  })
}

/** The answer to a method that the revision does not have. */
export function methodNotFound(id: Id): HttpAnswer {
  return rpcErrorAnswer(404, METHOD_NOT_FOUND, 'Method not found', { id })
}

/** The id of a message that may be none; `null` when it has none that could be answered to. */
export function idOf(message: unknown): Id {
  const id: unknown = isRecord(message) ? message.id : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? id as RequestId : null
}
