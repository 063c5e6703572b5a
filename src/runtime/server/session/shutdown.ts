const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Calls back when the process is asked to end, before Nitro's `close` hook: a graceful shutdown calls that one after
 * all connections have ended, which streams that wait for something to happen never do by themselves.
 */
export function onShutdownSignal(callback: () => void): void {
  if (typeof process === 'undefined' || typeof process.once !== 'function') {
    return
  }
  // Nitro listens only once the server does. A process that nobody shuts down gracefully must still end by the signal,
  // which it would not with a listener of ours alone.
  setTimeout(() => {
    for (const signal of SIGNALS) {
      if (process.listenerCount(signal) > 0) {
        process.once(signal, callback)
      }
    }
  }).unref?.()
}
