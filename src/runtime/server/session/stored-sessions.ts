import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { LiveSession } from './live-session'
import { isSessionId } from './session-id'
import type { SessionStorage, UseStorage } from './storage'

/** Values of the application. */
export const DATA_MOUNT = 'mcp:sessions'
/** What the module keeps about sessions. */
export const META_MOUNT = 'mcp:sessions-meta'

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

/** The part of sessions that lies in Nitro storage. */
export class StoredSessions {
  /** Seconds. */
  readonly ttl: number

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

  /** Removes everything of a session. */
  async remove(id: string): Promise<void> {
    await Promise.all([this.meta(id).removeItem('session'), removeAll(this.data(id))])
  }

  /** Gives the data of a session their full time to live again. What changes meanwhile was renewed by that. */
  async renew(session: LiveSession): Promise<void> {
    const record = await this.load(session.id)
    // Looked at right before each write: what an ending session removes must stay removed.
    if (!record || session.ended) {
      return
    }
    await this.save(session.id, { ...record, usedAt: Date.now() })
    const data = this.data(session.id)
    await inChunks(await data.getKeys(), async (key) => {
      const { writes } = session
      const value: unknown = await data.getItemRaw(key)
      if (typeof value === 'string' && session.writes === writes && !session.ended) {
        await data.setItem(key, value, { ttl: this.ttl })
      }
    })
  }

  /** Whether stored data survive this process, or may: then they have to be renewed and cleaned up. */
  get isLasting(): boolean {
    const root = this.useStorage()
    return [DATA_MOUNT, META_MOUNT].some(mount => root.getMount(`${mount}:`).driver.name !== 'memory')
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
      if (!record || Date.now() - record.usedAt > this.ttl * 1000) {
        await Promise.all([removeAll(this.meta(id)), removeAll(this.data(id))])
      }
    })
  }
}

/** Removes every key: the `clear` of a storage leaves those alone whose mount begins above it. */
export async function removeAll(storage: SessionStorage): Promise<void> {
  await inChunks(await storage.getKeys(), key => storage.removeItem(key))
}

async function inChunks<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += CHUNK) {
    await Promise.all(items.slice(start, start + CHUNK).map(work))
  }
}
