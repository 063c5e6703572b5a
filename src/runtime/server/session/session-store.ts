import { isRecord } from '../results/tool-result'
import type { SessionStorage } from './storage'
import { type StoredSessions, removeAll } from './stored-sessions'

/** Values that last as long as a session. */
export interface McpSessionStore<T extends object = Record<string, unknown>> {
  /** The value, or `null` when there is none. */
  get: <K extends keyof T & string>(key: K) => Promise<T[K] | null>
  /** Keeps a value as JSON. `undefined` removes the key. */
  set: <K extends keyof T & string>(key: K, value: T[K] | undefined) => Promise<void>
  remove: (key: keyof T & string) => Promise<void>
  has: (key: keyof T & string) => Promise<boolean>
  /** All keys of this session, as unstorage writes them: `a/b` is `a:b`. */
  keys: () => Promise<string[]>
  /** Removes all values of this session. */
  clear: () => Promise<void>
  /** The unstorage instance behind it, which holds the keys of this session only. */
  storage: SessionStorage
}

/** The session that values belong to. */
export interface SessionOfValues {
  readonly id: string
  readonly ended: boolean
  /** Whether its values have been removed. */
  readonly removed: boolean
  writes: number
}

/** Marks a value whose JSON unstorage would read back differently. */
const EXACT = 'mcp:json'

/** The store of a session. Its methods reject once the session is over: nothing would remove what they leave behind. */
export function createSessionStore<T extends object>(session: SessionOfValues, stored: StoredSessions): McpSessionStore<T> {
  const storage = stored.data(session.id)
  const change = async (work: () => Promise<void>) => {
    assertLive(session)
    session.writes++
    try {
      await work()
    }
    finally {
      session.writes++
    }
    // It ended while the value was on its way, and its values were removed before this one arrived.
    if (session.removed) {
      await removeAll(storage)
    }
  }
  const remove = (key: string) => change(() => storage.removeItem(toStorageKey(key)))
  return {
    async get(key) {
      assertLive(session)
      // Typed by whoever names the store's type.
      return decode(await storage.getItem(toStorageKey(key))) as never
    },
    set(key, value) {
      return value === undefined ? remove(key) : change(() => storage.setItem(toStorageKey(key), encode(value), { ttl: stored.ttl }))
    },
    remove,
    async has(key) {
      assertLive(session)
      return storage.hasItem(toStorageKey(key))
    },
    async keys() {
      assertLive(session)
      return (await storage.getKeys()).map(fromStorageKey)
    },
    clear: () => change(() => removeAll(storage)),
    storage,
  }
}

function assertLive({ ended }: SessionOfValues): void {
  if (ended) {
    throw new Error('The MCP session has ended, and its values with it.')
  }
}

/**
 * JSON text, which unstorage parses when it reads, so that `storage.getItem()` gives the same value. What its parser
 * takes for something else is wrapped.
 */
function encode(value: unknown): string {
  const json: string | undefined = JSON.stringify(value)
  if (json === undefined) {
    throw new TypeError(`A value of type ${typeof value} cannot be kept in an MCP session: it has no JSON form.`)
  }
  const isMisread = /"(?:__proto__|constructor|mcp:json)"/.test(json) || (typeof value === 'number' && json.length > 15)
  return isMisread ? JSON.stringify({ [EXACT]: json }) : json
}

function decode(value: unknown): unknown {
  const exact = isRecord(value) ? value[EXACT] : undefined
  return typeof exact === 'string' ? JSON.parse(exact) : value
}

// unstorage cuts a key at `?`, and hides keys that end with `$`.
function toStorageKey(key: string): string {
  const escaped = key.replace(/[%?]|\$$/g, character => `%${character.charCodeAt(0).toString(16)}`)
  if (/^[/\\:]*$/.test(escaped)) {
    throw new TypeError(`\`${key}\` cannot be the key of a session value.`)
  }
  return escaped
}

function fromStorageKey(key: string): string {
  return key.replace(/%(25|3f|24)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
