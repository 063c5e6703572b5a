import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { useServer } from '../helpers/server'
import { type RawSession, initialize, openSession, sessionAt } from '../helpers/session'

const server = useServer('sessions')

async function use(session: RawSession, method: string, ...args: unknown[]): Promise<unknown> {
  const text = await session.call('store', { method, args })
  return text.startsWith('{') ? JSON.parse(text).result : text
}

describe('useMcpSession', () => {
  // R63, R64
  it.each([
    ['a string', 'text'], ['a string that looks like a number', '123'], ['like a boolean', 'true'], ['like null', 'null'], ['like JSON', '{"a":1}'], ['an empty string', ''],
    ['quotes and breaks', 'a"b\\c\n'], ['white space', '  x '], ['false', false], ['zero', 0], ['a long number', 12345678901234567000], ['a fraction', 0.1234567890123],
    ['an object', { a: { b: [1, '2', null] } }], ['a list', ['1', 1, true]], ['a hostile key', JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1}}')], ['our own marker', { 'mcp:json': '5' }],
  ])('keeps %s', async (_label, value) => {
    const session = await openSession(server.url)
    expect(await use(session, 'set', 'key', value)).toBeNull()
    expect(JSON.stringify(await use(session, 'get', 'key'))).toBe(JSON.stringify(value))
    expect(await use(session, 'has', 'key')).toBe(true)
  })

  it('has, removes, lists and clears', async () => {
    const session = await openSession(server.url)
    expect(await use(session, 'get', 'nothing')).toBeNull()
    await use(session, 'set', 'nil', null)
    expect([await use(session, 'has', 'nil'), await use(session, 'get', 'nil'), await use(session, 'has', 'other')]).toEqual([true, null, false])
    for (const key of ['a/b', 'with space', 'what?', 'price$', '100%']) await use(session, 'set', key, key)
    for (const key of ['a/b', 'with space', 'what?', 'price$', '100%']) expect(await use(session, 'get', key)).toBe(key)
    expect((await use(session, 'keys') as string[]).sort()).toEqual(['100%', 'a:b', 'nil', 'price$', 'what?', 'with space'])
    await use(session, 'remove', 'nil')
    // A value that is `undefined` removes its key.
    await use(session, 'set', 'price$')
    expect(await use(session, 'keys')).toHaveLength(4)
    await use(session, 'clear')
    expect(await use(session, 'keys')).toEqual([])
    expect(await use(session, 'set', '', 1)).toContain('cannot be the key')
  })

  it('keeps sessions apart', async () => {
    const [a, b] = [await openSession(server.url), await openSession(server.url)]
    await use(a, 'set', 'key', 'a')
    await use(b, 'set', 'key', 'b')
    await use(a, 'clear')
    expect(await use(b, 'get', 'key')).toBe('b')
  })

  it('takes 10 000 keys, and loses them with the session', async () => {
    const session = await openSession(server.url)
    expect(await session.call('store-many', { count: 10_000 })).toBe('10000')
    await use(session, 'clear')
    expect(await use(session, 'keys')).toEqual([])
    await session.call('store-many', { count: 500 })
    await session.delete()
    expect((await server.http('/stored')).text).not.toContain(session.id)
  })

  it('takes a value of 5 MB', async () => {
    const session = await openSession(server.url)
    expect(await session.call('store-big', { size: 5_000_000 })).toBe('5000000')
  })

  // R66, R67
  it('works in middleware, for live sessions of the endpoint only', async () => {
    const stored = { 'X-Store': 'middleware' }
    const session = await openSession(server.url)
    await session.post(message(1, 'ping'), stored)
    expect((await server.state('middleware-store')).value).toBe('ok')
    expect(await use(session, 'get', 'from')).toBe('middleware')
    const admin = await openSession(`${server.origin}/mcp/admin`)
    for (const id of [admin.id, randomUUID()]) {
      await sessionAt(server.url, id).post(message(1, 'ping'), stored)
      expect((await server.state('middleware-store')).value).toMatch(/^Error: No active MCP session/)
    }
    await sessionAt(server.url, 'x').post(message(1, 'ping'), stored)
    expect((await server.state('middleware-store')).value).toBe('Error: Invalid MCP session ID format')
    await initialize(server.url, stored)
    expect((await server.state('middleware-store')).value).toMatch(/^Error: No active MCP session/)
  })

  // R65
  it('is refused outside of endpoints', async () => {
    const { outside } = (await server.http('/stored', { headers: { 'Mcp-Session-Id': randomUUID() } })).json<{ outside: string }>()
    expect(outside).toMatch(/^Error: No active MCP session.*mcp\.sessions.*asyncContext/)
  })
})

it('answers with a value of 5 MB', async () => {
  const session = await openSession(server.url)
  expect(await session.call('big', { size: 5_000_000 })).toHaveLength(5_000_000)
})
