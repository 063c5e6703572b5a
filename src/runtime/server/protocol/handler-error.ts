import type { JSONRPCErrorResponse, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_CLIENT_CAPABILITY, RESOURCE_NOT_FOUND, URL_ELICITATION_REQUIRED } from '../../shared/json-rpc'
import { METHODS } from './revision'

type ErrorObject = JSONRPCErrorResponse['error']

/** Codes that modern revisions do not have, and what they have instead. */
const REPLACED: ReadonlyMap<number, number> = new Map([
  [RESOURCE_NOT_FOUND, INVALID_PARAMS],
  [URL_ELICITATION_REQUIRED, INTERNAL_ERROR],
])

/** The same error with a code that modern revisions have. */
export function toModernError({ code, message, data }: ErrorObject): ErrorObject {
  return { code: REPLACED.get(code) ?? code, message, ...(data === undefined ? {} : { data }) }
}

/**
 * HTTP status of an answer. An error that a handler ended with is an answer like any other, except that clients have to
 * learn by the status what they did not declare, and which methods there are not.
 */
export function statusOfResponse(response: JSONRPCMessage, method: string): number {
  const code = 'error' in response ? response.error.code : undefined
  if (code === MISSING_CLIENT_CAPABILITY) {
    return 400
  }
  return code === METHOD_NOT_FOUND && !METHODS.has(method) ? 404 : 200
}
