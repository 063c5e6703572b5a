import type { SessionBusMessage } from './bus-message'

export interface BusMember {
  /** Names the process. */
  instance: string
  /** Called with every message to all, the own ones included, and with those to this process. */
  onMessage: (message: SessionBusMessage) => void
  /** Called when messages may have been missed. */
  onGap: () => void
}

/** Carries messages between processes. What it is asked to do fails within seconds when it cannot be done. */
export interface SessionBus {
  /** Begins to hear. Called once. */
  join: (member: BusMember) => void
  /** To every process, the sender's included. */
  publish: (message: SessionBusMessage) => Promise<void>
  /** To one process; false when it is not there. */
  send: (instance: string, message: SessionBusMessage) => Promise<boolean>
  /** Whether a process is there. */
  has: (instance: string) => Promise<boolean>
  close: () => Promise<void>
}

/** The bus of an application that is one process. */
export function createLocalBus(): SessionBus {
  const members = new Map<string, BusMember>()
  return {
    join(member) {
      members.set(member.instance, member)
    },
    async publish(message) {
      for (const { onMessage } of members.values()) {
        onMessage(message)
      }
    },
    async send(instance, message) {
      members.get(instance)?.onMessage(message)
      return members.has(instance)
    },
    async has(instance) {
      return members.has(instance)
    },
    async close() {
      members.clear()
    },
  }
}
