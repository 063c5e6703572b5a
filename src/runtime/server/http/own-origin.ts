import { type H3Event, getRequestHost, getRequestProtocol } from 'h3'

/** What cannot be part of a host. */
const NOT_HOST = /[\s/?#@\\]/

/**
 * The origin that a request was made to.
 *
 * @param trustProxy `true`: what the first values of `X-Forwarded-Proto` and `X-Forwarded-Host` say, where they are
 * there. `false`: what the connection and `Host` say; no forwarded header is read.
 */
export function ownOrigin(event: H3Event, trustProxy: boolean): string {
  const protocol = (trustProxy ? forwardedProtocol(event) : undefined) ?? getRequestProtocol(event, { xForwardedProto: false })
  const host = (trustProxy ? forwardedHost(event) : undefined) ?? getRequestHost(event)
  return `${protocol}://${host}`
}

/** The host that a proxy says it was asked for; `undefined` without one that could be a host. */
export function forwardedHost(event: H3Event): string | undefined {
  const host = firstOf(event.node.req.headers['x-forwarded-host'])
  return host && !NOT_HOST.test(host) ? host : undefined
}

function forwardedProtocol(event: H3Event): 'http' | 'https' | undefined {
  const protocol = firstOf(event.node.req.headers['x-forwarded-proto'])?.toLowerCase()
  return protocol === 'https' || protocol === 'http' ? protocol : undefined
}

// Every proxy adds to the end of the list.
function firstOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',', 1)[0]?.trim()
}
