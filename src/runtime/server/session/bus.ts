/** What the processes of an application tell each other about sessions. */
export type SessionBusMessage
  /** A resource changed: whoever holds a session that subscribed to it notifies its client. */
  = | { type: 'resource-updated', href: string }
  /** A session is over: whoever holds it ends it too. */
    | { type: 'session-ended', id: string }

/** Carries messages to every process, the sender's included. */
export interface SessionBus {
  publish: (message: SessionBusMessage) => Promise<void>
  /** Returns a function that stops listening. */
  subscribe: (listener: (message: SessionBusMessage) => void) => () => void
  close: () => Promise<void>
}

/** The bus of an application that is one process. */
export function createLocalBus(): SessionBus {
  const listeners = new Set<(message: SessionBusMessage) => void>()
  return {
    async publish(message) {
      for (const listener of listeners) {
        listener(message)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
    },
  }
}
