import { isScope } from '../define/scope'
import type { McpAuthInfo, McpVerifiedToken } from '../define/auth'
import { parseUrl } from '../../shared/parse-url'

/** RFC 6750's characters of a token. The scheme is compared without its case. */
const BEARER = /^bearer +([\w\-.~+/]+=*)$/i

/** The token in an `Authorization` header: `undefined` for none, `null` for one that no token can look like. */
export function readBearerToken(header: string | undefined): string | null | undefined {
  if (!header || !/^bearer(?: |$)/i.test(header)) {
    return undefined
  }
  return BEARER.exec(header)?.[1] ?? null
}

/**
 * What `verify` returned, as handlers get it.
 *
 * @throws {TypeError} when it is not what `verify` has to return
 */
export function toAuthInfo(token: string, verified: McpVerifiedToken): McpAuthInfo {
  const { clientId, scopes, expiresAt }: { clientId?: unknown, scopes?: unknown, expiresAt?: unknown } = verified
  if (typeof clientId !== 'string' || clientId === '' || !Array.isArray(scopes) || !scopes.every(isScope) || !(expiresAt === undefined || typeof expiresAt === 'number')) {
    throw new TypeError('`auth.verify` has to return `{ clientId: string, scopes: string[], expiresAt?: number }`, or `null`.')
  }
  return { ...verified, token }
}

/**
 * What is wrong with a token that was verified; `undefined` when nothing is.
 *
 * @param resource URL of the endpoint
 * @param now milliseconds
 */
export function findTokenProblem({ expiresAt, resource: audience }: McpAuthInfo, resource: string, now: number): string | undefined {
  // Written so that `NaN` is expired too.
  if (expiresAt !== undefined && !(expiresAt > now / 1000)) {
    return 'the token has expired'
  }
  return audience === undefined || comparable(audience) === comparable(resource) ? undefined : 'the token was issued for another resource'
}

/** The scopes that a token lacks. */
export function missingScopes(info: McpAuthInfo | undefined, needed: readonly string[]): string[] {
  return needed.filter(scope => !info?.scopes.includes(scope))
}

/** Names whom a token was issued for: the client, and the user whom `extra.sub` names. */
export function subjectOfToken({ clientId, extra }: McpAuthInfo): string {
  return JSON.stringify([clientId, extra?.sub ?? null])
}

// RFC 8707 knows no fragments, and clients differ about a trailing slash.
function comparable(url: URL | string): string {
  const text = String(url)
  return (parseUrl(text)?.href ?? text).replace(/#.*$/, '').replace(/\/$/, '')
}
