import type { McpSessionsConfig } from '../../types/config'
import { log } from '../observability/log'
import { type SessionBus, type SessionBusMessage, createLocalBus } from './bus'
import { EventStore } from './event-store'
import type { LiveSession } from './live-session'
import { SessionTable } from './session-table'
import type { UseStorage } from './storage'
import { StoredSessions } from './stored-sessions'

/** How often a lasting storage is cleaned and renewed within the time that a session may idle. */
const RENEWALS_PER_DURATION = 4

/** The sessions of this process, and what they share. */
export class SessionHost {
  /** Names this process in the ids of requests to clients, whose answers may arrive at another. */
  readonly instance = crypto.randomUUID().slice(0, 8)
  readonly table: SessionTable
  readonly stored: StoredSessions
  private cleanedAt = 0

  constructor(readonly config: McpSessionsConfig, useStorage: UseStorage, readonly bus: SessionBus = createLocalBus()) {
    this.stored = new StoredSessions(useStorage, config.maxDuration)
    this.table = new SessionTable({
      ...config,
      onExpired: session => void this.finish(session),
      onSweep: sessions => this.maintain(sessions),
    })
    bus.subscribe(message => this.receive(message))
  }

  /** Where the streams of a new session are kept for replay; `undefined` when they are not. */
  createEventStore(id: string): EventStore | undefined {
    const { replay } = this.config
    return replay ? new EventStore(this.stored.meta(id), replay, this.stored.ttl) : undefined
  }

  /** Ends a session: its streams, its handlers, and all that is stored of it. */
  async end(session: LiveSession): Promise<void> {
    if (this.table.remove(session)) {
      await this.finish(session)
    }
  }

  /** Tells everyone who subscribed to a resource, in every process. */
  async notifyResourceUpdated(href: string): Promise<void> {
    await this.bus.publish({ type: 'resource-updated', href })
  }

  /** Ends the streams that wait for something to happen, so that a shutdown need not wait for them. */
  closeStandaloneStreams(): void {
    for (const session of this.table.all()) {
      session.parts.wire.closeStandalone()
    }
  }

  /** Ends all sessions of this process. */
  async close(): Promise<void> {
    this.table.close()
    await Promise.all(this.table.all().map(session => this.end(session)))
    await this.bus.close()
  }

  /** Keeps what is stored of a session from running out while the session is in use. */
  keepStored(session: LiveSession): void {
    const due = session.storedAt + this.config.maxDuration / RENEWALS_PER_DURATION
    if (Date.now() < due || !this.stored.isLasting) {
      return
    }
    session.storedAt = Date.now()
    this.stored.renew(session)
      .catch(error => log.error('The stored data of a session could not be renewed:', error))
  }

  private async finish(session: LiveSession): Promise<void> {
    session.ended = true
    await session.parts.wire.close()
    try {
      await Promise.all([this.stored.remove(session.id), session.parts.events?.clear()])
      await this.bus.publish({ type: 'session-ended', id: session.id })
    }
    catch (error) {
      log.error('The data of an ended session could not be removed:', error)
    }
  }

  private maintain(sessions: Iterable<LiveSession>): void {
    for (const session of sessions) {
      if (session.isHeld) {
        this.keepStored(session)
      }
    }
    if (Date.now() - this.cleanedAt > this.config.maxDuration && this.stored.isLasting) {
      this.cleanedAt = Date.now()
      this.stored.removeOrphans(id => this.table.find(id) !== undefined)
        .catch(error => log.error('The data of earlier sessions could not be removed:', error))
    }
  }

  private receive(message: SessionBusMessage): void {
    if (message.type === 'resource-updated') {
      for (const session of this.table.all()) {
        notifyUpdated(session, message.href)
      }
      return
    }
    const session = this.table.find(message.id)
    if (session) {
      void this.end(session)
    }
  }
}

let current: SessionHost | undefined

/** Makes the host of this process known to composables. */
export function setSessionHost(host: SessionHost | undefined): void {
  current = host
}

/** The host of this process; `undefined` without sessions. */
export function sessionHost(): SessionHost | undefined {
  return current
}

function notifyUpdated({ parts: { server, subscriptions } }: LiveSession, href: string): void {
  const uri = subscriptions.spellingOf(href)
  if (uri !== undefined) {
    server.notification({ method: 'notifications/resources/updated', params: { uri } })
      .catch(error => log.debug('A client could not be told that a resource changed:', error))
  }
}
