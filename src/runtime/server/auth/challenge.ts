import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import { SERVER_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'

/** What a client needs to know to get a token that will do. */
export interface ChallengeContext {
  /** URL of the metadata document; `undefined` when the endpoint has none. */
  metadataUrl: string | undefined
  /** The scopes to ask for. */
  scopes: readonly string[]
  /** Of the JSON-RPC request, for clients that expect it in errors of the HTTP request too. */
  id?: RequestId
}

/**
 * The answer to a request without a token, or with one that is not accepted.
 *
 * @param problem what is wrong with the token; `undefined` when there is none, about which RFC 6750 wants no error code
 */
export function unauthorized(problem: string | undefined, context: ChallengeContext): HttpAnswer {
  return challenge(401, `Unauthorized: ${problem ?? 'an access token is required'}`, problem === undefined ? {} : { error: 'invalid_token', error_description: problem }, context)
}

/** The answer to a token without the scopes that the request takes. */
export function insufficientScope(missing: readonly string[], context: ChallengeContext): HttpAnswer {
  const description = `The token lacks the scope ${missing.join(' ')}`
  return challenge(403, `Forbidden: ${description}`, { error: 'insufficient_scope', error_description: description }, context)
}

function challenge(status: number, message: string, error: Record<string, string>, { metadataUrl, scopes, id }: ChallengeContext): HttpAnswer {
  const params = Object.entries({
    ...error,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    ...(metadataUrl === undefined ? {} : { resource_metadata: metadataUrl }),
  })
  const header = ['Bearer', params.map(([name, value]) => `${name}="${quote(value)}"`).join(', ')].filter(Boolean).join(' ')
  return rpcErrorAnswer(status, SERVER_ERROR, message, { id, headers: { 'www-authenticate': header } })
}

// A quoted string of a header; Node refuses what is not Latin-1.
function quote(value: string): string {
  return value.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7E]/g, '?')
}
