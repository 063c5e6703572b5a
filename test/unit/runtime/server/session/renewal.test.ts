import { EventEmitter } from 'node:events'
import { createStorage, prefixStorage } from 'unstorage'
import { describe, expect, it, vi } from 'vitest'
import { findKeyRenewal, keepsValues, onConnectionError } from '../../../../../src/runtime/server/session/renewal'

function storageWith(name: string, options: object, instance?: unknown) {
  const storage = createStorage().mount('mcp:sessions', { name, options, getInstance: () => instance, hasItem: () => false, getItem: () => null, getKeys: () => [] })
  return (base?: string) => base ? prefixStorage(storage, base) : storage
}

describe('renewal', () => {
  it.each([[{}, 'id:key'], [{ base: 'app' }, 'app:id:key'], [{ base: 'app:' }, 'app:id:key']])('happens in place on Redis with %j', async (options, key) => {
    const expire = vi.fn(async () => 1)
    await findKeyRenewal(storageWith('redis', options, { expire }), 'mcp:sessions', 'id')?.('key', 90)
    expect(expire).toHaveBeenCalledWith(key, 90)
  })

  it('is impossible elsewhere', () => {
    expect(findKeyRenewal(storageWith('upstash', {}, { expire: () => {} }), 'mcp:sessions', 'id')).toBeUndefined()
    expect(findKeyRenewal(storageWith('redis', {}), 'mcp:sessions', 'id')).toBeUndefined()
  })

  it('is needless where values stay', () => {
    expect([keepsValues(storageWith('fs', {}), 'mcp:sessions'), keepsValues(storageWith('upstash', {}), 'mcp:sessions')]).toEqual([true, false])
  })
})

it('trouble of a connection is heard once', () => {
  const client = new EventEmitter()
  const listener = vi.fn()
  const useStorage = storageWith('redis', {}, client)
  for (let time = 0; time < 3; time++) onConnectionError(useStorage, ['mcp:sessions'], listener)
  client.emit('error', new Error('ECONNREFUSED'))
  expect(listener).toHaveBeenCalledTimes(1)
})
