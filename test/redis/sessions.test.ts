import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { message } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { listen } from '../helpers/modern'
import { waitFor } from '../helpers/process'
import { type TestServer, startServer } from '../helpers/server'
import { type RawSession, initialize, openSession, sessionAt } from '../helpers/session'
import { type RedisServer, startRedis } from './redis-server'
import { type RoundRobin, startRoundRobin } from './round-robin'

// transport-sessions.md §12: two processes, one Redis.

let redis: RedisServer
let proxy: RoundRobin
let a: TestServer
let b: TestServer

const start = () => startServer('sessions-redis', { env: { NUXT_MCP_SESSIONS_BUS_URL: redis.url } })
/** A process for one test. */
async function startOwn(env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const server = await startServer('sessions-redis', { env: { NUXT_MCP_SESSIONS_BUS_URL: redis.url, ...env } })
  onTestFinished(server.stop)
  return server
}
const call = (id: number, name: string, args: object = {}) => message(id, 'tools/call', { name, arguments: args })
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

beforeAll(async () => {
  redis = await startRedis()
  ;[a, b] = await Promise.all([start(), start()])
  proxy = await startRoundRobin([a.port, b.port])
})

afterAll(async () => {
  await proxy?.close()
  await Promise.all([a?.stop(), b?.stop()])
  await redis?.close()
})

/** The same session as another process knows it. */
function at(server: TestServer, session: RawSession): RawSession {
  return sessionAt(session.url.replace(/^http:\/\/[^/]+/, server.origin), session.id, { 'MCP-Protocol-Version': '2025-11-25' })
}

async function storedKeys(id: string): Promise<string[]> {
  const client = new Redis(redis.url)
  const keys = await client.keys(`*${id}*`)
  client.disconnect()
  return keys.sort()
}

async function text(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args }) as { content: { text: string }[] }
  return content[0]?.text ?? ''
}

describe('the official client behind a round-robin proxy', () => {
  it('is served by both processes', async () => {
    const client = await connectClient(`${proxy.origin}/mcp`)
    const processes = new Set<string>()
    for (let turn = 0; turn < 6; turn++) processes.add(await text(client, 'which-process'))
    expect(processes.size).toBe(2)
    await client.callTool({ name: 'store', arguments: { method: 'set', args: ['cart', ['a']] } })
    for (let turn = 0; turn < 4; turn++) {
      expect(JSON.parse(await text(client, 'store', { method: 'get', args: ['cart'] }))).toEqual({ result: ['a'] })
    }
  })

  it('hears of list changes of either process, once', async () => {
    const client = await connectClient(`${proxy.origin}/mcp`)
    let changes = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changes++
    })
    for (let turn = 1; turn <= 4; turn++) {
      await text(client, 'register-later', { name: `later-${turn}` })
      await waitFor(`change ${turn}`, () => changes >= turn || undefined)
    }
    await pause(100)
    expect(changes).toBe(4)
  })

  it('hears of each resource update once', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => connectClient(`${proxy.origin}/mcp`)))
    const updates = clients.map(() => 0)
    for (const [index, client] of clients.entries()) {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => {
        updates[index] = (updates[index] ?? 0) + 1
      })
      await client.subscribeResource({ uri: 'app://news' })
      // On both processes by now.
      await text(client, 'which-process')
      await text(client, 'which-process')
    }
    await a.http('/updated?uri=app://news')
    await b.http('/updated?uri=app://news')
    await waitFor('the updates', () => updates.every(count => count >= 2) || undefined)
    await pause(200)
    expect(updates).toEqual([2, 2, 2])
    await clients[0]?.unsubscribeResource({ uri: 'app://news' })
    await b.http('/updated?uri=app://news')
    await waitFor('the update', () => updates[1] === 3 || undefined)
    await pause(200)
    expect(updates).toEqual([2, 3, 3])
  })

  // protocol-2026-07-28, Streams: through the bus where there is one
  it('hears once what either process says of a list, and so do streams of both', async () => {
    const client = await connectClient(`${proxy.origin}/mcp`)
    let changes = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changes++
    })
    await text(client, 'which-process')
    await text(client, 'which-process')
    const streams = await Promise.all([a, b].map(server => listen(server.url, { toolsListChanged: true, resourceSubscriptions: ['app://news'] })))
    await a.http('/list-changed?list=tools')
    await b.http('/updated?uri=app://news')
    await Promise.all(streams.map(stream => waitFor('both changes', () => stream.messages().length === 3 || undefined)))
    await waitFor('the change', () => changes === 1 || undefined)
    await pause(200)
    expect([changes, ...streams.map(stream => stream.messages().length)]).toEqual([1, 3, 3])
  })

  it('answers questions wherever its answer arrives', async () => {
    const client = await connectClient(`${proxy.origin}/mcp`, { capabilities: { elicitation: {}, roots: {} } })
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ann' } }))
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }] }))
    for (let turn = 0; turn < 4; turn++) expect(await text(client, 'elicit')).toBe('hello Ann')
    expect(await text(client, 'ask')).toContain('file:///a')
  })

  it('goes on when a process is killed, and when it is stopped', async () => {
    const own = await Promise.all([startOwn(), startOwn()])
    const front = await startRoundRobin(own.map(({ port }) => port))
    onTestFinished(front.close)
    const client = await connectClient(`${front.origin}/mcp`)
    for (const value of ['a', 'b']) await client.callTool({ name: 'store', arguments: { method: 'set', args: [value, value] } })
    front.use([own[1].port])
    await own[0].kill()
    expect(await text(client, 'store', { method: 'keys' })).toContain('"a"')
    const third = await startOwn()
    front.use([third.port])
    await own[1].stop()
    expect(await text(client, 'store', { method: 'get', args: ['b'] })).toContain('"b"')
  })
})

describe('a session', () => {
  it('is rebuilt once, with what its client can do and wants', async () => {
    const session = await openSession(a.url, { capabilities: { elicitation: {} }, headers: { 'X-MCP-Tools': 'echo,elicit' } })
    await session.rpc('logging/setLevel', { level: 'error' })
    const before = (await b.state('server-hook')).count
    const there = at(b, session)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => there.call('echo', { text: String(index) })))
    expect(answers).toEqual(Array.from({ length: 8 }, (_, index) => String(index)))
    expect((await b.state('server-hook')).count - before).toBe(1)
    expect((await there.rpc('tools/list')).result).toMatchObject({ tools: [{ name: 'echo' }, { name: 'elicit' }] })
    const stream = await there.stream(call(1, 'elicit'))
    const question = await stream.next(({ method }) => method === 'elicitation/create')
    await session.post({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { name: 'Bob' } } })
    expect(await stream.next(({ id }) => id === 1)).toMatchObject({ result: { content: [{ text: 'hello Bob' }] } })
  })

  it('belongs to its endpoint and subject everywhere', async () => {
    const ann = await openSession(`${a.origin}/mcp/owned`, { headers: { 'X-User': 'ann' } })
    for (const [url, user] of [[`${b.origin}/mcp/owned`, 'bob'], [`${b.origin}/mcp/owned`, undefined], [b.url, 'ann']]) {
      const stolen = sessionAt(String(url), ann.id, { 'X-User': user })
      expect([(await stolen.post(message(1, 'ping'))).status, (await stolen.listen()).status, (await stolen.delete()).status]).toEqual([404, 404, 404])
    }
    expect(await ann.call('whoami')).toBe('ann 1')
    expect(await sessionAt(`${b.origin}/mcp/owned`, ann.id, { 'X-User': 'ann' }).call('whoami')).toBe('ann 2')
  })

  it('is open to middleware before it is rebuilt', async () => {
    const session = await openSession(a.url)
    expect(await at(b, session).call('echo', { text: 'x' }, { 'X-Store': 'middleware' })).toBe('x')
    expect((await b.state('middleware-store')).value).toBe('ok')
    expect(await session.call('store', { method: 'get', args: ['from'] })).toContain('middleware')
  })

  it.each(['DELETE', 'DELETE where it is not known', 'invalidation', 'invalidation where it is not known'])('ends everywhere with %s', async (how) => {
    const session = await openSession(a.url)
    await session.call('store', { method: 'set', args: ['a', 1] })
    const there = at(b, session)
    const stream = await session.listen()
    const running = await session.stream(call(7, 'wait', { key: `ended-${how}` }))
    if (!how.includes('not known')) await there.call('echo', { text: 'x' })
    if (how.startsWith('DELETE')) expect((await there.delete()).status).toBe(200)
    else await there.call('echo', { text: 'x' }, { 'X-Invalidate': 'after' })
    await Promise.all([stream.ended(), running.ended()])
    for (const copy of [session, there]) {
      await waitFor('the end', async () => (await copy.post(message(1, 'ping'))).status === 404 || undefined)
    }
    await waitFor('the removal', async () => (await storedKeys(session.id)).every(key => key.endsWith(':ended')) || undefined)
    expect([(await session.delete()).status, (await there.delete()).status]).toEqual([404, 404])
  })

  it('is not rebuilt while it ends', async () => {
    for (let round = 0; round < 10; round++) {
      const session = await openSession(a.url)
      const there = at(b, session)
      await Promise.all([there.post(message(1, 'ping')), session.delete(), there.post(message(2, 'ping'))])
      expect((await there.post(message(3, 'ping'))).status).toBe(404)
    }
  })

  it('lets a client cancel what the other process handles', async () => {
    const session = await openSession(a.url)
    const stream = await session.stream(call(5, 'wait', { key: 'cancelled-elsewhere' }))
    await waitFor('the call', async () => (await a.state('started:cancelled-elsewhere')).count || undefined)
    await at(b, session).post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })
    await stream.ended()
    expect(stream.messages()).toEqual([])
  })

  it('has its log level everywhere', async () => {
    const client = await connectClient(`${proxy.origin}/mcp`)
    const processes = new Set<unknown>()
    const levels = new Set<unknown>()
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      processes.add(params.data)
      levels.add(params.level)
    })
    await client.setLoggingLevel('error')
    await pause(100)
    for (let turn = 0; turn < 3; turn++) await text(client, 'log-both')
    expect([processes.size, [...levels]]).toEqual([2, ['error']])
    await client.setLoggingLevel('info')
    await pause(100)
    for (let turn = 0; turn < 3; turn++) {
      levels.clear()
      await text(client, 'log-both')
      expect([...levels]).toEqual(['info', 'error'])
    }
  })

  it('is used in one process and not removed by the other', async () => {
    const env = { NUXT_MCP_SESSIONS_MAX_DURATION: '1500' }
    const [here, other] = await Promise.all([startOwn(env), startOwn(env)])
    const session = await openSession(here.url)
    await session.call('store', { method: 'set', args: ['a', 1] })
    const there = at(other, session)
    for (let turn = 0; turn < 10; turn++) {
      await pause(400)
      expect(await there.call('store', { method: 'get', args: ['a'] })).toContain('1')
    }
    expect(await session.call('store', { method: 'get', args: ['a'] })).toContain('1')
    await pause(4000)
    expect((await session.post(message(1, 'ping'))).status).toBe(404)
    expect((await storedKeys(session.id)).filter(key => key.endsWith(':session'))).toEqual([])
  })
})

describe('streams', () => {
  it('move with the GET of their client, and lose nothing', async () => {
    const session = await openSession(a.url)
    await session.call('register-later', { name: 'early' })
    await waitFor('the change', async () => (await a.state('registered:early')).count || undefined)
    const there = await at(b, session).listen()
    await there.next(({ method }) => method === 'notifications/tools/list_changed')
    await session.call('register-later', { name: 'late' })
    await waitFor('both', () => there.messages().length === 2 || undefined)
    const lastEventId = there.frames().filter(({ id }) => id).at(-2)?.id
    there.abort()
    const here = await session.listen({ 'Last-Event-ID': lastEventId })
    await here.next(({ method }) => method === 'notifications/tools/list_changed')
    await at(b, session).call('register-later', { name: 'there' })
    await waitFor('both', () => here.messages().length === 2 || undefined)
    await pause(100)
    expect(here.messages()).toHaveLength(2)
    const again = await at(b, session).listen()
    await here.ended()
    expect(again.messages()).toEqual([])
  })

  it('carry questions to the process with the GET stream', async () => {
    const session = await openSession(a.url, { capabilities: { roots: {} } })
    const stream = await at(b, session).listen()
    await session.call('ask-later')
    const question = await stream.next(({ method }) => method === 'roots/list')
    await at(b, session).post({ jsonrpc: '2.0', id: question.id, result: { roots: [{ uri: 'file:///a' }, { uri: 'file:///b' }] } })
    expect(await waitFor('the answer', async () => (await a.state('asked-later')).value ?? undefined)).toBe(2)
  })

  it('are resumed where they did not run', async () => {
    const session = await openSession(a.url)
    const first = await session.stream(call(1, 'count', { key: 'moved', to: 2 }))
    await a.remember('moved:1', '1')
    await first.next(({ method }) => method === 'notifications/message')
    const priming = first.frames()[0]?.id
    first.abort()
    const second = await at(b, session).listen({ 'Last-Event-ID': priming })
    await second.ended()
    expect(second.messages()).toMatchObject([{ params: { data: 1 } }])
    const lastEventId = second.frames().findLast(({ id }) => id)?.id
    const nothing = await at(b, session).listen({ 'Last-Event-ID': lastEventId })
    expect(nothing.status).toBe(200)
    await a.remember('moved:2', '1')
    const rest = await waitFor('the response', async () => {
      const stream = await at(b, session).listen({ 'Last-Event-ID': lastEventId })
      await stream.ended()
      return stream.messages().length === 2 ? stream : undefined
    })
    expect(rest.messages()).toMatchObject([{ params: { data: 2 } }, { id: 1 }])
    await waitFor('the end', async () => (await at(b, session).listen({ 'Last-Event-ID': rest.frames().at(-1)?.id })).status === 204 || undefined)
  })

  it('are resumed by the official client', async () => {
    const client = await connectClient(`${proxy.origin}/mcp`)
    for (const turn of [1, 2, 3]) {
      const result = text(client, 'poll', { key: `polled-${turn}` })
      await pause(300)
      for (const server of [a, b]) await server.remember(`polled-${turn}`, '1')
      expect(await result).toBe('polled, function')
    }
  })

  it('of a killed process give what is stored of them', async () => {
    const own = await startOwn()
    const session = await openSession(own.url)
    const stream = await session.stream(call(1, 'count', { key: 'killed', to: 2 }))
    await own.remember('killed:1', '1')
    await stream.next(({ method }) => method === 'notifications/message')
    await waitFor('the event in the store', async () => (await storedKeys(session.id)).some(key => /events:.*:1$/.test(key)) || undefined)
    const priming = stream.frames()[0]?.id
    await own.kill()
    const rest = await at(b, session).listen({ 'Last-Event-ID': priming })
    await rest.ended()
    expect(rest.messages()).toMatchObject([{ params: { data: 1 } }])
    expect((await at(b, session).listen({ 'Last-Event-ID': rest.frames().at(-1)?.id })).status).toBe(204)
  })
})

describe('a Redis that goes away', () => {
  async function refusal(session: RawSession): Promise<void> {
    const before = Date.now()
    const reply = await session.post(message(1, 'ping'))
    expect(Date.now() - before).toBeLessThan(5000)
    expect([reply.status, reply.json()]).toEqual([503, { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'Service Unavailable: The storage of MCP sessions cannot be reached.' } }])
  }

  it('makes calls fail, and is found again', async () => {
    const session = await openSession(a.url)
    await redis.stop()
    await refusal(session)
    await refusal(at(b, session))
    expect((await initialize(a.url)).status).toBe(503)
    expect((await session.delete()).status).toBe(503)
    await redis.start()
    // It is empty now: what the processes still have goes on.
    for (const copy of [session, at(b, session)]) {
      await waitFor('the recovery', async () => (await copy.post(message(1, 'ping'))).status === 200 || undefined, 20_000)
    }
    const stream = await session.listen()
    await at(b, session).call('register-later', { name: 'recovered' })
    await stream.next(({ method }) => method === 'notifications/tools/list_changed')
    const printed = [a, b].map(server => server.output().match(/ECONNREFUSED/g)?.length ?? 0)
    for (const count of printed) expect(count).toBeLessThan(20)
  })

  it('makes calls fail when it hangs', async () => {
    const session = await openSession(a.url)
    redis.freeze()
    try {
      await refusal(session)
      await refusal(at(b, session))
    }
    finally {
      redis.thaw()
    }
    await waitFor('the recovery', async () => (await session.post(message(1, 'ping'))).status === 200 || undefined, 20_000)
  })

  it('does not believe what others write to its channels', async () => {
    const session = await openSession(a.url)
    const stream = await session.listen()
    const client = new Redis(redis.url)
    const bad = ['', '{', '[]', 'null', '{"type":"nope"}', '{"type":"session-ended"}', '{"type":"session-ended","id":5}', JSON.stringify({ type: 'listening', id: session.id, instance: 'x y' }), JSON.stringify({ type: 'changed', id: session.id, instance: 'zz', change: { kind: 'level', level: 'bogus' } }), `{"type":"message","id":"${session.id}","json":"no json\\ndata: x"}`]
    for (const text of bad) await client.publish('mcp-test', text)
    client.disconnect()
    await pause(100)
    expect([stream.messages(), stream.isEnded()]).toEqual([[], false])
    expect(await session.call('echo', { text: 'alive' })).toBe('alive')
  })
})
