import { type Driver, createStorage, prefixStorage } from 'unstorage'
import type { UseStorage } from '../../../../../src/runtime/server/session/storage'

/** What a driver was asked to write. */
export interface Write {
  key: string
  value: string
  ttl: number | undefined
}

/** Nitro's `useStorage` over a Map, which records what is written. */
export function createMemoryStorage(name = 'memory'): { useStorage: UseStorage, data: Map<string, string>, writes: Write[] } {
  const data = new Map<string, string>()
  const writes: Write[] = []
  const driver = (base: string): Driver => ({
    name,
    hasItem: key => data.has(`${base}:${key}`),
    getItem: key => data.get(`${base}:${key}`) ?? null,
    setItem: (key, value, options) => {
      writes.push({ key: `${base}:${key}`, value, ttl: options?.ttl })
      data.set(`${base}:${key}`, value)
    },
    removeItem: (key) => {
      data.delete(`${base}:${key}`)
    },
    getKeys: () => [...data.keys()].filter(key => key.startsWith(`${base}:`)).map(key => key.slice(base.length + 1)),
  })
  const storage = createStorage().mount('mcp:sessions', driver('data')).mount('mcp:sessions-meta', driver('meta'))
  return { useStorage: base => base ? prefixStorage(storage, base) : storage, data, writes }
}
