import type { H3Event } from 'h3'
import type { McpAuthInfo, McpAuthOptions } from '../define/auth'
import type { HttpAnswer } from '../http/answer'
import { log } from '../observability/log'
import { setAuthInfo } from './auth-info'
import { insufficientScope, unauthorized } from './challenge'
import { toMetadataUrl } from './resource-metadata'
import { findTokenProblem, missingScopes, readBearerToken, toAuthInfo } from './token'

/**
 * Lets a request in by its access token, or says what it is answered with. Only the `Authorization` header counts:
 * URLs end up in logs.
 *
 * @param resource URL of the endpoint, of which the client sees the metadata
 */
export async function authenticate(event: H3Event, auth: McpAuthOptions, resource: string): Promise<HttpAnswer | undefined> {
  const metadataUrl = toMetadataUrl(resource)
  const scopes = auth.requiredScopes ?? []
  const token = readBearerToken(event.node.req.headers.authorization)
  if (token === undefined) {
    return auth.required === false ? undefined : unauthorized(undefined, { metadataUrl, scopes })
  }
  const info = token === null ? undefined : await verify(event, auth, token)
  const problem = info ? findTokenProblem(info, resource, Date.now()) : 'the token is not valid'
  if (!info || problem !== undefined) {
    return unauthorized(problem, { metadataUrl, scopes })
  }
  const missing = missingScopes(info, scopes)
  if (missing.length > 0) {
    return insufficientScope(missing, { metadataUrl, scopes: scopesToAsk(info, scopes) })
  }
  setAuthInfo(event, info)
  return undefined
}

/** What a client should ask for to have what a request takes and to lose nothing that it has. */
export function scopesToAsk(info: McpAuthInfo | undefined, needed: readonly string[]): string[] {
  return [...new Set([...info?.scopes ?? [], ...needed])]
}

// A client learns nothing about what went wrong with a token: it would help those who make them up.
async function verify(event: H3Event, { verify }: McpAuthOptions, token: string): Promise<McpAuthInfo | undefined> {
  try {
    const verified = await verify(token, event)
    return verified ? toAuthInfo(token, verified) : undefined
  }
  catch (error) {
    log.error('An access token could not be verified:', error)
    return undefined
  }
}
