import type { McpSessionsConfig } from '../../types/config'
import { createLimitedLog } from '../observability/limited-log'
import { log } from '../observability/log'
import { type SessionBus, createLocalBus } from './bus'
import type { SessionBusMessage, SessionChange } from './bus-message'
import type { Change } from './change-hub'
import { SessionEnding } from './ending'
import { EventStore } from './event-store'
import type { LiveSession, SessionNeighbours } from './live-session'
import { receiveMessage } from './receive'
import { SessionTable } from './session-table'
import type { UseStorage } from './storage'
import { SessionStorageError, limitStorageTime } from './storage-timeout'
import { type SessionRecord, StoredSessions } from './stored-sessions'

/** How often a lasting storage is cleaned and renewed within the time that a session may idle. */
const RENEWALS_PER_DURATION = 4
/** The part of that time by which the stored time of the last use may be behind. */
const TOUCH_FRACTION = 1 / 20

/** The sessions of this process, and what they share. */
export class SessionHost {
  /** Names this process in the ids of requests to clients, whose answers may arrive at another. */
  readonly instance = crypto.randomUUID().slice(0, 8)
  readonly table: SessionTable
  readonly stored: StoredSessions
  readonly ending: SessionEnding
  /** Sessions that are being made from what is stored of them. */
  private readonly rebuilding = new Map<string, Promise<LiveSession | undefined>>()
  private readonly reportBus = createLimitedLog(error => log.error('Other processes could not be told about a session:', error))
  private readonly reportStorage = createLimitedLog(error => log.error('The storage of sessions failed:', error))
  private copies = 0
  private cleanedAt = 0

  constructor(readonly config: McpSessionsConfig, useStorage: UseStorage, readonly bus: SessionBus = createLocalBus()) {
    this.stored = new StoredSessions(limitStorageTime(useStorage), config.maxDuration)
    this.table = new SessionTable({
      ...config,
      onExpired: session => void this.ending.expire(session),
      onSweep: sessions => this.maintain(sessions),
    })
    const { instance, table, stored, reportStorage } = this
    this.ending = new SessionEnding({ instance, table, stored, reportStorage, isExpired: record => this.isExpired(record), tell: message => this.tell(message) })
    bus.join({
      instance,
      onMessage: message => receiveMessage(message, this),
      onGap: () => this.announceAgain(),
    })
  }

  /** Whether other processes may serve the same sessions. */
  get isShared(): boolean {
    return this.stored.isShared
  }

  /** A name for a session of this process that no other session has, in any process. */
  nameCopy(): string {
    return `${this.instance}-${++this.copies}`
  }

  /** Where the streams of a new session are kept for replay; `undefined` when they are not. */
  createEventStore(id: string): EventStore | undefined {
    const { replay } = this.config
    return replay ? new EventStore(this.stored.meta(id), replay, this.stored.ttl, this.isShared) : undefined
  }

  /** How a session speaks to its copies in other processes; `undefined` when it has none. */
  createNeighbours(id: string): SessionNeighbours | undefined {
    if (!this.isShared) {
      return undefined
    }
    const { bus, instance } = this
    return {
      forward: (to, json, waited) => bus.send(to, { type: 'message', id, json, waited }).catch((error) => {
        this.reportBus(error)
        return false
      }),
      has: to => bus.has(to),
      announce: async (resume) => {
        // Before it is said: a process that makes its copy now reads it, or hears it.
        await this.stored.saveListener(id, instance).catch(this.reportStorage)
        await this.tell({ type: 'listening', id, instance, ...(resume ? { resume } : {}) })
      },
      cancel: json => void this.tell({ type: 'cancelled', id, instance, json }),
      setLevel: level => void this.change(id, { kind: 'level', level }),
    }
  }

  /** Writes down what the client of a session changed, and tells other processes. */
  async change(id: string, change: SessionChange): Promise<void> {
    const session = this.table.find(id)
    if (!session || !this.isShared) {
      return
    }
    if (change.kind === 'level') {
      session.level = change.level
    }
    session.changedAt = Date.now()
    await this.saveState(session)
    await this.tell({ type: 'changed', id, instance: this.instance, change })
  }

  async saveState({ id, level, parts }: LiveSession): Promise<void> {
    await this.stored.saveState(id, { ...(level === undefined ? {} : { level }), subscriptions: parts.subscriptions.all() }).catch(this.reportStorage)
  }

  /**
   * What is stored of a session that some process may serve; `undefined` when it is over.
   *
   * @param copy the session as this process has it
   * @throws {SessionStorageError} when nobody can say
   */
  async lookUp(id: string, copy: LiveSession | undefined): Promise<SessionRecord | undefined> {
    this.stored.onConnectionError(this.reportStorage)
    try {
      await this.ending.retry(id)
      const [ended, record] = await Promise.all([this.stored.isEnded(id), this.stored.load(id)])
      if (ended) {
        await (copy && this.ending.endCopy(copy))
        return undefined
      }
      if (copy?.record && !record) {
        // The storage was emptied, and the session lives on here.
        await Promise.all([this.stored.save(id, { ...copy.record, usedAt: Date.now() }), this.saveState(copy)])
        return copy.record
      }
      return record && (copy || !this.isExpired(record)) ? record : undefined
    }
    catch (error) {
      this.reportStorage(error)
      throw new SessionStorageError('The storage of MCP sessions cannot be reached.', { cause: error })
    }
  }

  /** Makes a session from what is stored of it, once for all requests that ask at the same time. */
  rebuild(id: string, build: () => Promise<LiveSession | undefined>): Promise<LiveSession | undefined> {
    const known = this.rebuilding.get(id)
    if (known) {
      return known
    }
    const building: Promise<LiveSession | undefined> = build().finally(() => {
      if (this.rebuilding.get(id) === building) {
        this.rebuilding.delete(id)
      }
    })
    this.rebuilding.set(id, building)
    return building
  }

  /** Lets the next request that needs the session make it again. */
  abandonRebuild(id: string): void {
    this.rebuilding.delete(id)
  }

  /** Tells everyone who asked to know of a change, in every process. */
  async publishChange(change: Change): Promise<void> {
    await this.bus.publish(change)
  }

  /** Ends the streams that wait for something to happen, so that a shutdown need not wait for them. */
  closeStandaloneStreams(): void {
    for (const session of this.table.all()) {
      session.parts.wire.closeStandalone()
    }
  }

  /** Ends all sessions of this process. Those that other processes can go on with live on. */
  async close(): Promise<void> {
    this.table.close()
    await this.ending.endAll()
    await this.bus.close()
  }

  /** Keeps what is stored of a session from running out while the session is in use. */
  keepStored(session: LiveSession): void {
    const due = session.storedAt + this.config.maxDuration / RENEWALS_PER_DURATION
    if (Date.now() < due || !this.stored.isLasting) {
      return
    }
    session.storedAt = Date.now()
    this.stored.renew(session).then(alive => alive ? undefined : this.ending.endCopy(session)).catch(this.reportStorage)
  }

  /** Writes down that a session is in use, for processes that wonder whether it is over. */
  touch(session: LiveSession): void {
    const { record } = session
    if (record && Date.now() - record.usedAt > this.config.maxDuration * TOUCH_FRACTION && !session.ended) {
      session.record = { ...record, usedAt: Date.now() }
      this.stored.save(session.id, session.record).catch(this.reportStorage)
    }
  }

  private maintain(sessions: Iterable<LiveSession>): void {
    for (const session of sessions) {
      if (session.isHeld) {
        this.keepStored(session)
        this.touch(session)
      }
    }
    this.ending.retryAll()
    if (Date.now() - this.cleanedAt > this.config.maxDuration && this.stored.isLasting) {
      this.cleanedAt = Date.now()
      this.stored.removeOrphans(id => this.table.find(id) !== undefined).catch(this.reportStorage)
    }
  }

  // What other processes said meanwhile is lost: they hear where the GET streams are, and stored ends are noticed.
  private announceAgain(): void {
    for (const session of this.table.all()) {
      session.storedAt = 0
      this.keepStored(session)
      if (session.parts.wire.copies.isListening) {
        void this.createNeighbours(session.id)?.announce(undefined)
      }
    }
  }

  /** Publishes where a failure is no reason to fail. */
  private async tell(message: SessionBusMessage): Promise<void> {
    await this.bus.publish(message).catch(this.reportBus)
  }

  private isExpired({ usedAt }: SessionRecord): boolean {
    return Date.now() - usedAt > this.config.maxDuration * (1 + TOUCH_FRACTION)
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
