import { isRecord } from '../results/tool-result'
import type { UseStorage } from './storage'

/** Gives a key of a session its time to live, in seconds, without touching its value. */
export type KeyRenewal = (key: string, ttl: number) => Promise<void>

/** Drivers without a time to live, whose values need no renewal. */
const KEEPING = new Set(['memory', 'fs', 'fs-lite', 'lru-cache', 'mongodb', 'planetscale', 'db0', 'azure-storage-table', 's3'])

interface ExpiringClient {
  expire: (key: string, seconds: number) => Promise<unknown>
}

interface ErrorEmitter {
  on: (event: 'error', listener: (error: unknown) => void) => unknown
}

/** Whether a mount keeps its values until they are removed. */
export function keepsValues(useStorage: UseStorage, mount: string): boolean {
  return KEEPING.has(useStorage().getMount(`${mount}:`).driver.name ?? '')
}

/**
 * How to renew the keys of a session in place; `undefined` where the driver cannot. Reading a value and writing it
 * again undoes what another process wrote in between.
 */
export function findKeyRenewal(useStorage: UseStorage, mount: string, id: string): KeyRenewal | undefined {
  const { driver, base } = useStorage().getMount(`${mount}:`)
  if (driver.name !== 'redis') {
    return undefined
  }
  const client: unknown = driver.getInstance?.()
  if (!isExpiring(client)) {
    return undefined
  }
  const prefix = isRecord(driver.options) && typeof driver.options.base === 'string' ? driver.options.base.replace(/:$/, '') : ''
  const path = `${mount}:${id}:`.slice(base.length)
  return async (key, ttl) => {
    await client.expire((prefix ? `${prefix}:` : '') + path + key, ttl)
  }
}

const watched = new WeakSet<object>()

/** Hears of trouble with the connections of Redis drivers, which would print each failed attempt to reconnect. */
export function onConnectionError(useStorage: UseStorage, mounts: readonly string[], listener: (error: unknown) => void): void {
  for (const mount of mounts) {
    const { driver } = useStorage().getMount(`${mount}:`)
    const client: unknown = driver.name === 'redis' ? driver.getInstance?.() : undefined
    if (isEmitter(client) && !watched.has(client)) {
      watched.add(client)
      client.on('error', listener)
    }
  }
}

function isExpiring(client: unknown): client is ExpiringClient {
  return typeof client === 'object' && client !== null && 'expire' in client && typeof client.expire === 'function'
}

function isEmitter(client: unknown): client is ErrorEmitter {
  return typeof client === 'object' && client !== null && 'on' in client && typeof client.on === 'function'
}
