import type { H3Event } from 'h3'
import { isQueued, onQueueClosed } from './queue'

/** Whether the client is gone, whether or not it got its answer. */
export function isDisconnected({ node: { req, res }, web }: H3Event): boolean {
  return res.destroyed || (!res.socket && req.socket?.destroyed) || web?.request?.signal?.aborted === true
}

/**
 * Calls back once the client is gone, whether or not it got its answer; at once when it is. Runtimes without a Node
 * response tell through the web request's signal.
 */
export function onDisconnect(event: H3Event, callback: () => void): void {
  if (isDisconnected(event)) {
    callback()
    return
  }
  const { res } = event.node
  if (typeof res.once === 'function') {
    res.once('close', callback)
  }
  if (isQueued(event)) {
    onQueueClosed(event, callback)
  }
  event.web?.request?.signal?.addEventListener('abort', callback, { once: true })
}

/** The client closed the connection before it was answered. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError'
}

/**
 * Waits for the work, but no longer than the client does: a guard or middleware that never settles would otherwise
 * hold its request for ever.
 *
 * @throws {ClientGoneError} when the client is gone first
 */
export function untilDisconnect<T>(event: H3Event, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isSettled = false
    const settleWith = <V>(settle: (value: V) => void) => (value: V) => {
      isSettled = true
      settle(value)
    }
    work.then(settleWith(resolve), settleWith(reject))
    // Every connection closes at last, and an error costs its stack.
    onDisconnect(event, () => {
      if (!isSettled) {
        reject(new ClientGoneError())
      }
    })
  })
}

/**
 * Waits until it is the turn of a queued response. h3 leaves streams out that it is given before.
 *
 * @throws {ClientGoneError} when the client is gone first
 */
export function untilTurn(event: H3Event): Promise<void> {
  return untilDisconnect(event, new Promise(resolve => event.node.res.once('socket', () => resolve())))
}
