import { isScope } from '../define/scope'
import type { McpAuthOptions } from '../define/auth'
import { parseUrl } from '../../shared/parse-url'

/** What is wrong with the `auth` of a handler, which the compiler did not see; `undefined` when nothing is. */
export function findAuthProblem({ authorizationServers, verify, resource, requiredScopes, scopesSupported }: Partial<Record<keyof McpAuthOptions, unknown>>): string | undefined {
  if (typeof verify !== 'function') {
    return '`auth.verify` has to be a function'
  }
  if (!Array.isArray(authorizationServers) || authorizationServers.length === 0 || !authorizationServers.every(isHttpUrl)) {
    return '`auth.authorizationServers` has to be an array of URLs'
  }
  if (resource !== undefined && !isHttpUrl(resource)) {
    return '`auth.resource` has to be an absolute URL'
  }
  for (const [key, scopes] of Object.entries({ requiredScopes, scopesSupported })) {
    if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every(isScope))) {
      return `\`auth.${key}\` has to be an array of OAuth scopes`
    }
  }
  return undefined
}

/** Options that let nobody in. */
export function closedAuth(problem: string): McpAuthOptions {
  return {
    authorizationServers: [],
    verify: () => {
      throw new Error(`Every request is refused: ${problem}.`)
    },
  }
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '')
}
