import type { H3Event } from 'h3'
import type { Socket } from 'node:net'

/**
 * Whether the response has to wait for those to earlier requests of its connection (HTTP pipelining). Until then Node
 * gives it no socket, and never tells it that the connection closed. Elsewhere than in Node there is no socket either,
 * and the request has none that is open.
 */
export function isQueued({ node: { req, res } }: H3Event): boolean {
  return !res.socket && !res.writableEnded && (req.socket?.readyState === 'open' || req.socket?.readyState === 'writeOnly')
}

/** What waits on each connection: one listener serves them all, however many a client sends. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/** Calls back if the connection of a queued response closes before it is its turn. */
export function onQueueClosed({ node: { req: { socket }, res } }: H3Event, callback: () => void): void {
  const callbacks = waiting.get(socket) ?? watch(socket)
  callbacks.add(callback)
  res.once('socket', () => callbacks.delete(callback))
}

function watch(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>()
  waiting.set(socket, callbacks)
  socket.once('close', () => callbacks.forEach(callback => callback()))
  return callbacks
}
