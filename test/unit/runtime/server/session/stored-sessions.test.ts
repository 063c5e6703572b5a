import { beforeEach, describe, expect, it } from 'vitest'
import { createSessionStore } from '../../../../../src/runtime/server/session/session-store'
import { StoredSessions } from '../../../../../src/runtime/server/session/stored-sessions'
import { createLiveSession } from './live-session'
import { createMemoryStorage } from './memory-storage'

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize' } as const

let storage: ReturnType<typeof createMemoryStorage>
let stored: StoredSessions

beforeEach(() => {
  storage = createMemoryStorage('redis')
  stored = new StoredSessions(storage.useStorage, 60_000)
})

describe('StoredSessions', () => {
  it('keeps what it takes to make a session again', async () => {
    const session = createLiveSession()
    const record = { route: '/mcp', subject: '123', initialize, tools: 'a,b', usedAt: 5 }
    await stored.save(session.id, record)
    expect(await stored.load(session.id)).toEqual(record)
    await createSessionStore<{ a: number }>(session, stored).set('a', 1)
    await stored.remove(session.id)
    expect(await stored.load(session.id)).toBeUndefined()
    expect([...storage.data.keys()]).toEqual([`meta:${session.id}:ended`])
  })

  // R60
  it('renews what a living session has stored', async () => {
    const session = createLiveSession()
    await stored.save(session.id, { route: '/mcp', initialize, usedAt: 5 })
    await createSessionStore<{ a: string }>(session, stored).set('a', '1')
    storage.writes.length = 0
    await stored.renew(session)
    expect(storage.writes.map(({ key, ttl }) => [key.split(':').at(-1), ttl])).toEqual([['session', 90], ['a', 90]])
    expect(await createSessionStore<{ a: string }>(session, stored).get('a')).toBe('1')
    expect((await stored.load(session.id))?.usedAt).toBeGreaterThan(5)
  })

  it('never brings back what an ending session removes', async () => {
    const session = createLiveSession()
    await stored.save(session.id, { route: '/mcp', initialize, usedAt: 5 })
    const renewing = stored.renew(session)
    session.ended = true
    await stored.remove(session.id)
    await renewing
    expect([...storage.data.keys()]).toEqual([`meta:${session.id}:ended`])
  })

  it('knows whether data outlive the process', () => {
    expect(stored.isLasting).toBe(true)
    expect(new StoredSessions(createMemoryStorage().useStorage, 1).isLasting).toBe(false)
  })

  // R60
  it('removes what dead processes left, and nothing else', async () => {
    const [live, dead, elsewhere, orphan] = [createLiveSession(), createLiveSession(), createLiveSession(), createLiveSession()]
    await stored.save(live.id, { route: '/mcp', initialize, usedAt: 0 })
    await stored.save(dead.id, { route: '/mcp', initialize, usedAt: 0 })
    await stored.save(elsewhere.id, { route: '/mcp', initialize, usedAt: Date.now() })
    for (const session of [live, dead, elsewhere, orphan]) await createSessionStore<{ a: number }>(session, stored).set('a', 1)
    await storage.useStorage('mcp:sessions').setItem('not-a-session', 1)
    await stored.removeOrphans(id => id === live.id)
    const left = [...storage.data.keys()]
    expect(left.filter(key => key.includes(dead.id) || key.includes(orphan.id))).toEqual([])
    expect(left).toHaveLength(5)
  })

  // §12.4: the mark is cleared by nobody before its time
  it('knows that a session is over as long as some process may have it', async () => {
    const [session, old] = [createLiveSession(), createLiveSession()]
    for (const { id } of [session, old]) {
      await stored.save(id, { route: '/mcp', initialize, usedAt: Date.now() })
      await stored.saveState(id, { subscriptions: [] })
      await stored.saveListener(id, 'a1')
      await stored.remove(id)
    }
    expect([await stored.isEnded(session.id), await stored.renew(session)]).toEqual([true, false])
    await stored.meta(old.id).setItem('ended', { at: 0 })
    await stored.save(session.id, { route: '/mcp', initialize, usedAt: Date.now() })
    await stored.removeOrphans(() => false)
    expect([...storage.data.keys()]).toEqual([`meta:${session.id}:ended`])
  })

  it('is shared or not', async () => {
    expect([stored.isShared, new StoredSessions(createMemoryStorage().useStorage, 1).isShared]).toEqual([true, false])
  })
})
