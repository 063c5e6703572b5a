/** Headers of an answer to an allowed origin, so that its page may read the answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    'vary': 'Origin',
  }
}

/** Headers of the answer to a preflight from an allowed origin. */
export function preflightHeaders(origin: string, methods: string): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'access-control-allow-methods': methods,
    'access-control-allow-headers': ALLOWED,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  }
}

/** Two hours, the longest that Chromium keeps a preflight. */
const PREFLIGHT_SECONDS = 7200
const ALLOWED = 'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id, x-mcp-tools'
const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after'
