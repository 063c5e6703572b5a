import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isSessionId } from './session-id'
import { type KeyRenewal, findKeyRenewal, keepsValues, onConnectionError } from './renewal'
import type { SessionStorage, UseStorage } from './storage'

/** Values of the application. */
export const DATA_MOUNT = 'mcp:sessions'
/** What the module keeps about sessions. */
export const META_MOUNT = 'mcp:sessions-meta'

/** Milliseconds for which the driver of a mount counts as known. */
const LOOK_AGAIN = 1000
/** How many keys are removed or renewed at a time. */
const CHUNK = 100
/** Stored data outlive the idle time by half, so that they are renewed long before they go. */
const TTL_FACTOR = 1.5

/** What it takes to make a session again from nothing. */
export interface SessionRecord {
  route: string
  subject?: string
  /** The client's `initialize` request. */
  initialize: JSONRPCMessage
  /** The `X-MCP-Tools` header that came with it. */
  tools?: string
  /** When the session was last known to be alive; milliseconds since 1970. */
  usedAt: number
}

/** A session whose stored data are renewed. */
export interface RenewableSession {
  readonly id: string
  readonly ended: boolean
  /** Counts changes of its values in this process. */
  readonly writes: number
}

/** What a client has asked of a session since. */
export interface SessionState {
  /** Of `logging/setLevel`. */
  level?: string
  /** The resources that it subscribed to: the normal form of each URI, and the client's spelling. */
  subscriptions: [href: string, uri: string][]
}

/** The keys of a session beside its record, without those of its events. */
const STATE = 'state'
const LISTENER = 'listener'
const ENDED = 'ended'

/** The part of sessions that lies in Nitro storage. */
export class StoredSessions {
  /** Seconds. */
  readonly ttl: number
  private shared = false
  private lookedAt = -Infinity

  constructor(private readonly useStorage: UseStorage, private readonly maxDuration: number) {
    this.ttl = Math.ceil(maxDuration * TTL_FACTOR / 1000)
  }

  /** The application's values of a session. */
  data(id: string): SessionStorage {
    return this.useStorage(`${DATA_MOUNT}:${id}`)
  }

  /** The module's own data of a session. */
  meta(id: string): SessionStorage {
    return this.useStorage(`${META_MOUNT}:${id}`)
  }

  async save(id: string, record: SessionRecord): Promise<void> {
    await this.meta(id).setItem('session', { json: JSON.stringify(record) }, { ttl: this.ttl })
  }

  async load(id: string): Promise<SessionRecord | undefined> {
    const stored = await this.meta(id).getItem<{ json: string }>('session')
    return typeof stored?.json === 'string' ? JSON.parse(stored.json) : undefined
  }

  /** Whether some process has ended the session. */
  async isEnded(id: string): Promise<boolean> {
    return this.meta(id).hasItem(ENDED)
  }

  async saveState(id: string, state: SessionState): Promise<void> {
    await this.meta(id).setItem(STATE, { json: JSON.stringify(state) }, { ttl: this.ttl })
  }

  async loadState(id: string): Promise<SessionState> {
    const stored = await this.meta(id).getItem<{ json: string }>(STATE)
    return typeof stored?.json === 'string' ? JSON.parse(stored.json) : { subscriptions: [] }
  }

  /** Keeps which process has the session's GET stream. */
  async saveListener(id: string, instance: string): Promise<void> {
    await this.meta(id).setItem(LISTENER, { instance }, { ttl: this.ttl })
  }

  async loadListener(id: string): Promise<string | undefined> {
    const stored = await this.meta(id).getItem<{ instance: string }>(LISTENER)
    return typeof stored?.instance === 'string' ? stored.instance : undefined
  }

  /** Removes everything of a session. Where other processes look, a mark stays for a while that it is over. */
  async remove(id: string): Promise<void> {
    const meta = this.meta(id)
    if (!this.isShared) {
      await Promise.all([meta.removeItem('session'), removeAll(this.data(id))])
      return
    }
    // Before anything goes: a process that has the session must not take it for one whose storage was emptied.
    await meta.setItem(ENDED, { at: Date.now() }, { ttl: this.ttl })
    await Promise.all([meta.removeItem('session'), meta.removeItem(STATE), meta.removeItem(LISTENER), removeAll(this.data(id))])
    await removeAll(meta, key => key !== ENDED)
  }

  /**
   * Gives the data of a session their full time to live again.
   *
   * @returns false when the session has been ended elsewhere
   */
  async renew(session: RenewableSession): Promise<boolean> {
    const { id } = session
    if (this.isShared && await this.isEnded(id)) {
      return false
    }
    const record = await this.load(id)
    // Looked at right before each write: what an ending session removes must stay removed.
    if (!record || session.ended) {
      return true
    }
    await this.save(id, { ...record, usedAt: Date.now() })
    const meta = findKeyRenewal(this.useStorage, META_MOUNT, id)
    await Promise.all([STATE, LISTENER].map(key => meta?.(key, this.ttl)))
    await this.renewData(session, findKeyRenewal(this.useStorage, DATA_MOUNT, id))
    return true
  }

  private async renewData(session: RenewableSession, renewKey: KeyRenewal | undefined): Promise<void> {
    const data = this.data(session.id)
    if (!renewKey && keepsValues(this.useStorage, DATA_MOUNT)) {
      return
    }
    await inChunks(await data.getKeys(), async (key) => {
      if (renewKey) {
        await renewKey(key, this.ttl)
        return
      }
      const { writes } = session
      const value: unknown = await data.getItemRaw(key)
      if (typeof value === 'string' && session.writes === writes && !session.ended) {
        await data.setItem(key, value, { ttl: this.ttl })
      }
    })
  }

  /** Whether stored data survive this process, or may: then they have to be renewed and cleaned up. */
  get isLasting(): boolean {
    return [DATA_MOUNT, META_MOUNT].some(mount => this.driverOf(mount) !== 'memory')
  }

  /**
   * Whether other processes see what is kept of sessions: then one can go on with the sessions of another. Every request
   * asks; a plugin may mount storage while the first ones come.
   */
  get isShared(): boolean {
    const now = Date.now()
    if (now - this.lookedAt >= LOOK_AGAIN) {
      this.lookedAt = now
      this.shared = this.driverOf(META_MOUNT) !== 'memory'
    }
    return this.shared
  }

  /** Hears of trouble with the connection to the storage. */
  onConnectionError(listener: (error: unknown) => void): void {
    onConnectionError(this.useStorage, [DATA_MOUNT, META_MOUNT], listener)
  }

  private driverOf(mount: string): string | undefined {
    return this.useStorage().getMount(`${mount}:`).driver.name
  }

  /**
   * Removes what sessions left behind whose process ended before they did.
   *
   * @param isLive tells the sessions of this process, which are not looked at
   */
  async removeOrphans(isLive: (id: string) => boolean): Promise<void> {
    const [data, meta] = await Promise.all([this.useStorage(DATA_MOUNT).getKeys(), this.useStorage(META_MOUNT).getKeys()])
    const ids = new Set([...data, ...meta].map(key => key.split(':', 1)[0] ?? '').filter(id => isSessionId(id) && !isLive(id)))
    await inChunks([...ids], async (id) => {
      const record = await this.load(id)
      const ended = await this.meta(id).getItem<{ at: number }>(ENDED)
      if (ended && Date.now() - ended.at <= this.ttl * 1000) {
        await Promise.all([removeAll(this.meta(id), key => key !== ENDED), removeAll(this.data(id))])
      }
      else if (ended || !record || Date.now() - record.usedAt > this.ttl * 1000) {
        await Promise.all([removeAll(this.meta(id)), removeAll(this.data(id))])
      }
    })
  }
}

/** Removes every key, or those that are chosen: the `clear` of a storage leaves those alone whose mount begins above it. */
export async function removeAll(storage: SessionStorage, choose: (key: string) => boolean = () => true): Promise<void> {
  await inChunks((await storage.getKeys()).filter(choose), key => storage.removeItem(key))
}

async function inChunks<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += CHUNK) {
    await Promise.all(items.slice(start, start + CHUNK).map(work))
  }
}
