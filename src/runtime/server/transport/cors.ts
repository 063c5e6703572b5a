/** Headers of an answer to an allowed origin, so that its page may read the answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    'vary': 'Origin',
  }
}

/**
 * Headers of the answer to a preflight from an allowed origin.
 *
 * @param requested `Access-Control-Request-Headers`: only tools know the names of the headers that carry parameters, so
 * those that could be such headers are allowed as they are asked for
 */
export function preflightHeaders(origin: string, methods: string, requested = ''): Record<string, string> {
  const params = requested.split(',').map(name => name.trim().toLowerCase()).filter(name => PARAM_HEADER.test(name))
  return {
    ...corsHeaders(origin),
    'vary': 'Origin, Access-Control-Request-Headers',
    'access-control-allow-methods': methods,
    'access-control-allow-headers': [ALLOWED, ...params].join(', '),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  }
}

/** Two hours, the longest that Chromium keeps a preflight. */
const PREFLIGHT_SECONDS = 7200
const ALLOWED = 'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id, x-mcp-tools, mcp-method, mcp-name'
/** `Mcp-Param-` and the characters of an HTTP token. */
const PARAM_HEADER = /^mcp-param-[!#$%&'*+\-.^_`|~0-9a-z]+$/
const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after'
