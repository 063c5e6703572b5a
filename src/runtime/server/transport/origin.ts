import { parseUrl } from '../../shared/parse-url'

/**
 * Whether a request from this `Origin` may be served.
 *
 * @param origin the header; absent for clients that are not browsers
 * @param allowed `undefined`: only the server's own origin; if that is http, also https on the same host
 * @param own origin of the request URL
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
export function isOriginAllowed(origin: string | undefined, allowed: readonly string[] | '*' | undefined, own: string): boolean {
  if (origin === undefined || allowed === '*') {
    return true
  }
  const normalized = normalizeOrigin(origin)
  return normalized !== undefined && (allowed ?? withHttps(own)).some(entry => normalizeOrigin(entry) === normalized)
}

/**
 * Reduces a URL to `scheme://host[:port]`; `undefined` for what is no URL, the literal `null` included.
 *
 * The URL parser gives every scheme but the web's the origin `null`, under which all extensions and all editors would
 * look alike, so those are compared by scheme and host.
 */
export function normalizeOrigin(value: string): string | undefined {
  const url = parseUrl(value)
  if (!url) {
    return undefined
  }
  if (url.origin !== 'null') {
    return url.origin
  }
  return url.host ? `${url.protocol}//${url.host}`.toLowerCase() : undefined
}

// Behind a proxy that ends TLS, the connection says http and the page https. No header has to be believed to serve it:
// what https serves is at least as trustworthy. The normal form has no `:80`, which https would take for another port.
function withHttps(own: string): string[] {
  const origin = normalizeOrigin(own) ?? own
  return origin.startsWith('http:') ? [origin, origin.replace('http:', 'https:')] : [origin]
}
