import { type H3Event, getRequestHost, getRequestProtocol } from 'h3'

/** What cannot be part of a host. */
const NOT_HOST = /[\s/?#@\\]/

/**
 * The origin that a request was made to, as the client sees it.
 *
 * @param trustProxy `true`: the first value of `X-Forwarded-Host` and `X-Forwarded-Proto`. `false`: neither.
 * `undefined`: `https` from `X-Forwarded-Proto`, which most proxies send. It can exchange http for https of the same
 * host only, and pages of other origins cannot send it: the preflight comes first.
 */
export function ownOrigin(event: H3Event, trustProxy: boolean | undefined): string {
  const host = (trustProxy ? forwardedHost(event) : undefined) ?? getRequestHost(event)
  return `${ownProtocol(event, trustProxy)}://${host}`
}

/** The host that a proxy says it was asked for; `undefined` without one that could be a host. */
export function forwardedHost(event: H3Event): string | undefined {
  const host = firstOf(event.node.req.headers['x-forwarded-host'])
  return host && !NOT_HOST.test(host) ? host : undefined
}

function ownProtocol(event: H3Event, trustProxy: boolean | undefined): string {
  const forwarded = trustProxy === false ? undefined : firstOf(event.node.req.headers['x-forwarded-proto'])?.toLowerCase()
  if (forwarded === 'https' || (trustProxy && forwarded === 'http')) {
    return forwarded
  }
  return getRequestProtocol(event, { xForwardedProto: false })
}

// Every proxy adds to the end of the list.
function firstOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',', 1)[0]?.trim()
}
