import type { H3Event } from 'h3'

/**
 * Calls back once the client is gone, whether or not it got its answer. Runtimes without a Node response tell
 * through the web request's signal.
 */
export function onDisconnect(event: H3Event, callback: () => void): void {
  const { res } = event.node
  if (typeof res.once === 'function') {
    res.once('close', callback)
  }
  event.web?.request?.signal?.addEventListener('abort', callback, { once: true })
}
