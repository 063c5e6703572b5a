import type { H3Event } from 'h3'

/**
 * Something that is kept with an event for as long as it lives. A symbol keeps it out of the way of the application,
 * which `event.context` belongs to. A `WeakMap` would do so too, but keeps what is in it through many garbage
 * collections, which then cost more than the request.
 */
export class EventSlot<T> {
  private readonly key: symbol

  /** @param description shown where an event is printed */
  constructor(description: string) {
    this.key = Symbol(description)
  }

  get(event: H3Event): T | undefined {
    return slotsOf<T>(event)[this.key]
  }

  set(event: H3Event, value: T | undefined): void {
    slotsOf<T>(event)[this.key] = value
  }
}

// Nothing else has the symbol, so what is there is of this type.
function slotsOf<T>(event: H3Event): Record<symbol, T | undefined> {
  return event as H3Event & Record<symbol, T | undefined>
}
