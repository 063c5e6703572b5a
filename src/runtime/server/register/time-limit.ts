import { REQUEST_TIMEOUT, RpcError } from '../../shared/json-rpc'
import { LONGEST_TIMER } from '../../shared/timers'

/**
 * Runs work that may take so long and no longer: then its signal aborts, and its request is answered with an error
 * whether or not the work stops.
 *
 * @param limit milliseconds; `0` for any time
 * @throws {RpcError} `-32001` when time is up
 */
export function withinLimit<E extends { signal: AbortSignal }, R>(limit: number, extra: E, work: (extra: E) => Promise<R>): Promise<R> {
  return limit > 0 ? race(limit, extra, work) : work(extra)
}

async function race<E extends { signal: AbortSignal }, R>(limit: number, extra: E, work: (extra: E) => Promise<R>): Promise<R> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new RpcError(REQUEST_TIMEOUT, `Request timed out after ${limit} ms`)
      reject(error)
      controller.abort(error)
    }, Math.min(limit, LONGEST_TIMER))
  })
  // Nobody waits for the answer to a request that was cancelled, and its work may never end.
  const stop = () => clearTimeout(timer)
  extra.signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work({ ...extra, signal: AbortSignal.any([extra.signal, controller.signal]) }), timeUp])
  }
  finally {
    stop()
    extra.signal.removeEventListener('abort', stop)
  }
}
