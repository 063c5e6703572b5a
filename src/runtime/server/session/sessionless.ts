import type { H3Event } from 'h3'

// Kept beside the event instead of on it: `event.context` belongs to the application.
const sessionless = new WeakSet<H3Event>()

/** Remembers that a request belongs to a protocol revision without sessions, whatever its headers say. */
export function markSessionless(event: H3Event): void {
  sessionless.add(event)
}

/** Whether the request belongs to a protocol revision without sessions. */
export function isSessionless(event: H3Event): boolean {
  return sessionless.has(event)
}
