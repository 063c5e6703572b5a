import type { LiveSession } from './live-session'

/**
 * Counts requests of a session that are about to be answered.
 *
 * @returns what to call when all of them are; `undefined` when there would be too many
 */
export function takeRequests(session: LiveSession, count: number, limit: number): (() => void) | undefined {
  if (count > 0 && session.running + count > limit) {
    return undefined
  }
  session.running += count
  return () => {
    session.running -= count
  }
}
