import { log } from '../observability/log'
import type { SessionBus } from './bus'
import type { SessionBusMessage, SessionChange } from './bus-message'
import { type Change, changeHub, toNotification } from './change-hub'
import type { LiveSession } from './live-session'

/** What takes part in receiving: the host of this process. */
export interface Receiver {
  readonly instance: string
  readonly isShared: boolean
  readonly bus: SessionBus
  readonly table: { find: (id: string) => LiveSession | undefined, all: () => LiveSession[] }
  readonly ending: { endCopy: (session: LiveSession) => Promise<void> }
  saveState: (session: LiveSession) => Promise<void>
}

/** Milliseconds within which two processes may have written the state of a session over each other. */
const CONFLICT_TIME = 5000

/** Does what another process, or this one, said to all. */
export function receiveMessage(message: SessionBusMessage, host: Receiver): void {
  if (message.type === 'resource-updated' || message.type === 'list-changed') {
    changeHub.publish(message)
    void notifySessions(message, host).catch(error => log.debug('Clients could not be told of a change:', error))
    return
  }
  const session = host.table.find(message.id)
  if (session && !('instance' in message && message.instance === host.instance)) {
    void receiveFor(session, message, host).catch(error => log.debug('A message of another process led to nothing:', error))
  }
}

async function receiveFor(session: LiveSession, message: Exclude<SessionBusMessage, Change>, host: Receiver): Promise<void> {
  const { copies } = session.parts.wire
  switch (message.type) {
    case 'session-ended':
      return host.ending.endCopy(session)
    case 'listening':
      return copies.moveTo(message.instance, message.resume)
    case 'left':
      if (copies.listener === message.instance) {
        copies.listener = undefined
      }
      return
    case 'message':
      return copies.receive(message.json, message.waited)
    case 'answer':
      return copies.answer(message.json)
    case 'cancelled':
      return copies.cancel(message.json)
    case 'changed':
      await applyChange(session, message.change)
      if (Date.now() - session.changedAt < CONFLICT_TIME) {
        await host.saveState(session)
      }
  }
}

/** Makes a session what its client wants it to be. */
export async function applyChange(session: LiveSession, change: SessionChange): Promise<void> {
  if (change.kind === 'level') {
    session.level = change.level
    await session.parts.wire.copies.repeat({ method: 'logging/setLevel', params: { level: change.level } })
    return
  }
  session.parts.subscriptions.apply(change)
}

// Every copy of a session knows what its client wants to know. The one with the GET stream notifies, or while nobody has
// that, all do, and what waits twice is sent once.
async function notifySessions(change: Change, { table, bus, isShared }: Receiver): Promise<void> {
  const present = new Map<string, Promise<boolean>>()
  const isPresent = (instance: string) => {
    const known = present.get(instance) ?? bus.has(instance).catch(() => false)
    present.set(instance, known)
    return known
  }
  await Promise.all(table.all().map(async ({ parts: { handler, server, subscriptions, wire: { copies } } }) => {
    const notification = toNotification(change, { handler, hears: () => true, spellingOf: href => subscriptions.spellingOf(href) })
    if (!notification) {
      return
    }
    const listener = isShared ? copies.listener : undefined
    if (listener !== undefined && await isPresent(listener)) {
      return
    }
    if (listener !== undefined && copies.listener === listener) {
      copies.listener = undefined
    }
    await server.sdk.notification(notification)
  }))
}
