import { type H3Event, setResponseHeaders } from 'h3'
import type { Server, Socket } from 'node:net'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import type { McpSecurityConfig } from '../../types/config'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { forwardedHost, ownOrigin } from '../http/own-origin'
import { corsHeaders, preflightHeaders } from '../transport/cors'
import { isHostAllowed, isLoopbackAddress } from '../transport/host'
import { isOriginAllowed } from '../transport/origin'

/**
 * Refuses foreign hosts and origins, and answers preflights. Nothing else may run before this.
 *
 * @param methods what the endpoint serves, for preflights
 */
export function checkSecurity(event: H3Event, security: McpSecurityConfig, methods: readonly string[]): HttpAnswer | undefined {
  const { headers } = event.node.req
  if (!isHostAllowed(headers.host, security.allowedHosts, isLocal(event)) || !isForwardedHostAllowed(event, security)) {
    return rpcErrorAnswer(403, INVALID_REQUEST, `Host not allowed: add it to \`mcp.security.allowedHosts\` if it is yours`)
  }
  const { origin } = headers
  if (origin === undefined) {
    return undefined
  }
  if (!isOriginAllowed(origin, security.allowedOrigins, ownOrigin(event, security.trustProxy))) {
    return rpcErrorAnswer(403, INVALID_REQUEST, 'Origin not allowed')
  }
  if (event.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    return { status: 204, headers: preflightHeaders(origin, methods.join(', '), headers['access-control-request-headers']) }
  }
  setResponseHeaders(event, corsHeaders(origin))
  return undefined
}

// The `Host` itself is checked all the same: a page of a re-bound name can send `X-Forwarded-Host` to its own origin.
function isForwardedHostAllowed(event: H3Event, { trustProxy, allowedHosts }: McpSecurityConfig): boolean {
  const host = trustProxy ? forwardedHost(event) : undefined
  return host === undefined || isHostAllowed(host, allowedHosts, false)
}

const loopbackListeners = new WeakMap<object, boolean>()

// Node keeps the listening server on each of its sockets; its types leave it out. Other runtimes have no socket.
function isLocal(event: H3Event): boolean {
  if (import.meta.dev) {
    return true
  }
  const socket: (Socket & { server?: Server }) | null = event.node.req.socket
  const server = socket?.server
  if (!server || typeof server.address !== 'function') {
    return false
  }
  let local = loopbackListeners.get(server)
  if (local === undefined) {
    const address = server.address()
    local = typeof address === 'object' && address !== null && isLoopbackAddress(address.address)
    loopbackListeners.set(server, local)
  }
  return local
}
