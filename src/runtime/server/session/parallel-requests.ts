import type { LiveSession } from './live-session'

// Kept beside the sessions: most never come near the limit.
const running = new WeakMap<LiveSession, number>()

/**
 * Counts requests of a session that are about to be answered.
 *
 * @returns what to call when all of them are; `undefined` when there would be too many
 */
export function takeRequests(session: LiveSession, count: number, limit: number): (() => void) | undefined {
  const before = running.get(session) ?? 0
  if (count > 0 && before + count > limit) {
    return undefined
  }
  running.set(session, before + count)
  return () => running.set(session, (running.get(session) ?? 0) - count)
}
