import type { H3Event } from 'h3'
import { EventSlot } from '../http/event-slot'

const sessionless = new EventSlot<true>('mcp sessionless')

/** Remembers that a request belongs to a protocol revision without sessions, whatever its headers say. */
export function markSessionless(event: H3Event): void {
  sessionless.set(event, true)
}

/** Whether the request belongs to a protocol revision without sessions. */
export function isSessionless(event: H3Event): boolean {
  return sessionless.get(event) === true
}
