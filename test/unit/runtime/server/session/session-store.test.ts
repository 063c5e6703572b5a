import { describe, expect, it } from 'vitest'
import { createSessionStore } from '../../../../../src/runtime/server/session/session-store'
import { StoredSessions } from '../../../../../src/runtime/server/session/stored-sessions'
import { createLiveSession } from './live-session'
import { createMemoryStorage } from './memory-storage'

function setup() {
  const storage = createMemoryStorage()
  const session = createLiveSession()
  return { ...storage, session, store: createSessionStore<Record<string, unknown>>(session, new StoredSessions(storage.useStorage, 60_000)) }
}

describe('createSessionStore (transport-sessions §8)', () => {
  // R64
  it.each([
    'text', '123', '-0', '1e5', 'true', 'null', 'undefined', 'NaN', '', ' ', '"quoted"', '"', '{}', '[1', 'a"b\\c\n\u2028', '\uD800', '__proto__',
    false, true, null, 0, -1.5, 1e21, 1e-7, 12345678901234567000, 0.1234567890123456, Number.MAX_SAFE_INTEGER, 5e-324,
    [], {}, ['1', 1, null], { a: { b: '2' } }, JSON.parse('{"__proto__":{"polluted":true}}'), { constructor: { prototype: 1 } }, { 'mcp:json': '5' }, { 'mcp:json': { 'mcp:json': '"' } },
  ])('gives back %j', async (value) => {
    const { store } = setup()
    await store.set('key', value)
    const back = await store.get('key')
    expect(JSON.stringify(back)).toBe(JSON.stringify(value))
    expect(typeof back).toBe(typeof value)
  })

  it('shows plain values through `storage`', async () => {
    const { store } = setup()
    await store.set('cart', { items: ['1'] })
    await store.set('count', '5')
    expect(await store.storage.getItem('cart')).toEqual({ items: ['1'] })
    expect(await store.storage.getItem('count')).toBe('5')
  })

  it.each([[1n], [Symbol('x')], [() => {}]])('refuses %s', async (value) => {
    await expect((async () => setup().store.set('key', value))()).rejects.toThrow(TypeError)
  })

  it.each(['', '/', ':', '\\:'])('refuses the key %j', async (key) => {
    await expect((async () => setup().store.set(key, 1))()).rejects.toThrow('cannot be the key')
  })

  it.each(['..', 'a/../b', '.'])('refuses the key %j, which leaves the session', async (key) => {
    await expect((async () => setup().store.set(key, 1))()).rejects.toThrow()
  })

  // R59, R63
  it('clears many keys, and only its own', async () => {
    const { store, useStorage, data } = setup()
    const other = createSessionStore<Record<string, unknown>>(createLiveSession(), new StoredSessions(useStorage, 60_000))
    await other.set('key', 1)
    for (let index = 0; index < 250; index++) await store.set(`key-${index}`, index)
    expect(await store.keys()).toHaveLength(250)
    await store.clear()
    expect([await store.keys(), data.size]).toEqual([[], 1])
  })

  // R60
  it('passes a time to live', async () => {
    const { store, writes } = setup()
    await store.set('key', 1)
    expect(writes).toMatchObject([{ ttl: 90 }])
  })

  it('leaves nothing behind once the session is over', async () => {
    const { store, session, data } = setup()
    const late = store.set('key', 1)
    session.ended = true
    session.removed = true
    await late
    expect(data.size).toBe(0)
    for (const use of [() => store.set('key', 1), () => store.get('key'), () => store.keys(), () => store.clear(), () => store.has('key'), () => store.remove('key')]) {
      await expect(use()).rejects.toThrow('has ended')
    }
  })
})
