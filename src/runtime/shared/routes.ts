import { joinURL, withLeadingSlash, withoutTrailingSlash } from 'ufo'

/** Paths below an endpoint that the module serves itself. */
export const RESERVED_HANDLER_NAMES: readonly string[] = ['deeplink', 'badge.svg']

/** RFC 3986 unreserved characters: the router compares the raw, undecoded path. */
const URL_SAFE_SEGMENT = /^[\w.~-]+$/
/** What the router or a URL would read as something else than a literal path. */
const NOT_LITERAL = /[?#*:\s\\]/

/** One leading slash, no trailing one, no doubled ones: `mcp/` → `/mcp`. */
export function normalizeRoute(route: string): string {
  return withLeadingSlash(withoutTrailingSlash(route.replace(/\/{2,}/g, '/')))
}

/** Why `route` cannot be an endpoint, or `undefined` when it can. */
export function findRouteProblem(route: string): string | undefined {
  const path = normalizeRoute(route)
  if (path === '/') return 'must not be the root path'
  if (NOT_LITERAL.test(path)) return 'must be a plain path without `?`, `#`, `*`, `:`, `\\` or white space'
  if (path.split('/').some(segment => segment === '.' || segment === '..')) return 'must not contain `.` or `..` segments'
  return undefined
}

/** Path of a named handler below the default endpoint. */
export function toHandlerRoute(route: string, name: string): string {
  return joinURL(route, name)
}

/** Why `name` cannot be a handler's path segment, or `undefined` when it can. */
export function findHandlerNameProblem(name: string): string | undefined {
  if (RESERVED_HANDLER_NAMES.includes(name)) return 'is reserved for a page that the module serves'
  if (!URL_SAFE_SEGMENT.test(name) || name === '.' || name === '..') {
    return 'is not a URL path segment: use letters, digits, `-`, `_`, `.` and `~` only'
  }
  return undefined
}
