import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { connectClient } from '../helpers/mcp-client'
import { INITIALIZE, MCP_HEADERS, message } from '../helpers/endpoint'
import { waitFor } from '../helpers/process'
import { startServer, useServer } from '../helpers/server'
import { initialize, openSession, sessionAt } from '../helpers/session'

const server = useServer('sessions')

const error = (code: number, text: string) => ({ jsonrpc: '2.0', error: { code, message: text }, id: null })
const NOT_FOUND = error(-32001, 'Session not found')
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Everything that two stores hold of a session. */
async function storedOf(id: string): Promise<string[]> {
  const { data, meta } = (await server.http('/stored')).json<{ data: string[], meta: string[] }>()
  return [...data, ...meta].filter(key => key.includes(id))
}

describe('creation', () => {
  // R53: nobody can use a session whose id was never told
  it('is taken back when middleware replaces the answer', async () => {
    const small = await startServer('sessions', { env: { NUXT_MCP_SESSIONS_MAX_SESSIONS: '1' } })
    try {
      for (const [header, status] of [['x-fail', 418], ['x-replace', 200]] as const) {
        const reply = await initialize(small.url, { [header]: '1' })
        expect(reply.status).toBe(status)
        expect(reply.headers).not.toHaveProperty('mcp-session-id')
      }
      expect((await initialize(small.url)).status).toBe(200)
      expect((await initialize(small.url)).status).toBe(503)
    }
    finally {
      await small.stop()
    }
  })

  // R38, R43
  it('gives out a random id, once', async () => {
    const reply = await initialize(server.url)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', 'mcp-session-id': expect.stringMatching(UUID) })
    expect(reply.text).toMatch(/^event: message\ndata: \{.*\}\n\n$/)
    expect(reply.events()).toMatchObject([{ id: 0, result: { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true }, prompts: { listChanged: true } } } }])
    const session = sessionAt(server.url, String(reply.headers['mcp-session-id']))
    expect((await session.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).headers).not.toHaveProperty('mcp-session-id')
    expect((await session.post(message(1, 'ping'))).headers['mcp-session-id']).toBe(session.id)
  })

  it('works with the official client', async () => {
    const client = await connectClient(server.url)
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({ content: [{ text: 'hi' }] })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo')
  })

  it('answers JSON to a client that takes nothing else', async () => {
    const reply = await initialize(server.url, { Accept: 'application/json' })
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'mcp-session-id': expect.stringMatching(UUID) })
    const session = sessionAt(server.url, String(reply.headers['mcp-session-id']), { Accept: 'application/json' })
    expect((await session.post([message(1, 'ping'), message(2, 'ping')])).json()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', id: 2, result: {} }])
  })

  it('makes no session of a bad initialize', async () => {
    const reply = await initialize(server.url, {}, { protocolVersion: 1 })
    expect(reply.headers).not.toHaveProperty('mcp-session-id')
    expect(reply.json()).toMatchObject({ id: 0, error: { code: -32602 } })
  })

  // R19, R3: guards and hooks run once per session, middleware on every request
  it('asks guards and hooks once per session', async () => {
    const before = await Promise.all(['guard', 'config-hook', 'server-hook', 'middleware'].map(async key => (await server.state(key)).count))
    const session = await openSession(server.url)
    await session.rpc('tools/list')
    await session.rpc('tools/list')
    const stream = await session.listen()
    expect(stream.status).toBe(200)
    await session.delete()
    const after = await Promise.all(['guard', 'config-hook', 'server-hook', 'middleware'].map(async key => (await server.state(key)).count))
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 6])
  })

  it('keeps what the first request could see', async () => {
    const admin = await openSession(server.url, { headers: { 'X-Role': 'admin' } })
    const user = await openSession(server.url)
    expect(await admin.call('guarded', undefined, { 'X-Role': undefined })).toBe('for admins')
    expect(await user.call('guarded', undefined, { 'X-Role': 'admin' })).toBe('MCP error -32602: Tool guarded not found')
  })

  // R51, handlers R40
  it('applies X-MCP-Tools at the beginning only', async () => {
    const session = await openSession(server.url, { headers: { 'X-MCP-Tools': 'echo' } })
    const plain = sessionAt(server.url, session.id)
    expect(((await plain.rpc('tools/list')).result as { tools: unknown[] }).tools).toHaveLength(1)
    expect((await plain.rpc('tools/list', {}, { 'X-MCP-Tools': 'nope' })).result).toMatchObject({ tools: [{ name: 'echo' }] })
    expect((await initialize(server.url, { 'X-MCP-Tools': 'nope' })).json()).toEqual(error(-32600, 'Unknown MCP tool: nope'))
  })

  // R74
  it('shows handlers the event of their own POST', async () => {
    const session = await openSession(server.url, { headers: { 'X-Request': 'first' } })
    expect(await session.call('session-id', undefined, { 'X-Request': 'second' })).toBe(`${session.id} second`)
  })
})

describe('ids', () => {
  // R39
  it.each(['abc', '', '../x', '00000000-0000-1000-8000-000000000000', `${randomUUID()}x`, randomUUID().replaceAll('-', '')])('refuses %j whatever the request', async (id) => {
    const session = sessionAt(server.url, id)
    for (const reply of [await session.post(message(1, 'ping')), await session.post(message(1, 'initialize', INITIALIZE)), await session.delete(), await server.http('/mcp', { headers: { 'Accept': 'text/event-stream', 'Mcp-Session-Id': id } })]) {
      expect([reply.status, reply.json()]).toEqual([400, error(-32600, 'Invalid session ID format')])
    }
  })

  it('does not know ids that it never gave out', async () => {
    const session = sessionAt(server.url, randomUUID())
    for (const reply of [await session.post(message(1, 'ping')), await session.post(message(1, 'initialize', INITIALIZE)), await session.delete()]) {
      expect([reply.status, reply.json()]).toEqual([404, NOT_FOUND])
    }
  })

  // R40
  it('takes the upper-case spelling', async () => {
    const session = await openSession(server.url)
    expect(await sessionAt(server.url, session.id.toUpperCase()).call('echo', { text: 'up' })).toBe('up')
  })

  // R41
  it.each([
    ['POST', { ...MCP_HEADERS }, JSON.stringify(message(1, 'ping')), 400, error(-32000, 'Bad Request: Server not initialized')],
    ['POST', { ...MCP_HEADERS }, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), 400, error(-32000, 'Bad Request: Server not initialized')],
    ['POST', { ...MCP_HEADERS }, '{', 400, error(-32700, 'Parse error: Invalid JSON')],
    ['DELETE', {}, undefined, 400, error(-32000, 'Bad Request: Server not initialized')],
    ['GET', { Accept: 'text/event-stream' }, undefined, 400, error(-32000, 'Bad Request: Server not initialized')],
    ['GET', { Accept: 'application/json' }, undefined, 406, error(-32000, 'Not Acceptable: Client must accept text/event-stream')],
    ['PUT', {}, undefined, 405, error(-32000, 'Method not allowed.')],
  ])('without an id %s %j is refused', async (method, headers, body, status, expected) => {
    const reply = await server.http('/mcp', { method, headers, body })
    expect([reply.status, reply.json()]).toEqual([status, expected])
    expect(reply.headers.allow).toBe(status === 405 ? 'GET, POST, DELETE' : undefined)
  })

  // R42
  it('initialises a session once', async () => {
    const session = await openSession(server.url)
    const reply = await session.post(message(1, 'initialize', INITIALIZE))
    expect([reply.status, reply.json()]).toEqual([400, error(-32600, 'Invalid Request: Server already initialized')])
  })

  // R52, handlers R20
  it('belong to the endpoint that made them', async () => {
    const admin = await openSession(`${server.origin}/mcp/admin`)
    expect(await admin.call('admin-only')).toBe('admin')
    for (const url of [server.url, `${server.origin}/mcp/owned`]) {
      const reply = await sessionAt(url, admin.id).post(message(1, 'tools/list'))
      expect([reply.status, reply.json()]).toEqual([404, NOT_FOUND])
      expect((await sessionAt(url, admin.id).delete()).status).toBe(404)
    }
    expect(await admin.call('admin-only')).toBe('admin')
  })

  // R53
  it('belong to the subject that opened them', async () => {
    const url = `${server.origin}/mcp/owned`
    const ann = await openSession(url, { headers: { 'X-User': 'ann' } })
    expect(await ann.call('whoami')).toBe('ann 1')
    for (const user of ['bob', undefined]) {
      const stolen = sessionAt(url, ann.id, { 'X-User': user })
      expect([(await stolen.post(message(1, 'ping'))).status, (await stolen.delete()).status, (await stolen.listen()).status]).toEqual([404, 404, 404])
    }
    expect(await ann.call('whoami')).toBe('ann 2')
  })
})

describe('the end', () => {
  // R50
  it('comes with DELETE', async () => {
    const session = await openSession(server.url)
    await session.call('store', { method: 'set', args: ['a', 1] })
    const stream = await session.listen()
    const badVersion = await session.delete({ 'MCP-Protocol-Version': 'x' })
    expect([badVersion.status, badVersion.json<{ error: { code: number } }>().error.code]).toEqual([400, -32000])
    expect(await session.call('echo', { text: 'alive' })).toBe('alive')
    expect(await storedOf(session.id)).not.toEqual([])
    const reply = await session.delete()
    expect([reply.status, reply.text]).toEqual([200, ''])
    await stream.ended()
    for (const later of [await session.delete(), await session.post(message(1, 'ping'))]) {
      expect([later.status, later.json()]).toEqual([404, NOT_FOUND])
    }
    // R59
    expect(await storedOf(session.id)).toEqual([])
  })

  // R58
  it('aborts running handlers and ends their streams', async () => {
    const session = await openSession(server.url)
    const call = await session.stream(message(1, 'tools/call', { name: 'wait', arguments: { key: 'deleted' } }))
    await session.delete()
    await call.ended()
    expect(call.messages()).toEqual([])
    await waitFor('the abort', async () => (await server.state('aborted:deleted')).value ?? undefined)
  })

  // R70, R72
  it('comes with an invalidation by middleware, after the request', async () => {
    const session = await openSession(server.url)
    await session.call('store', { method: 'set', args: ['a', 1] })
    const stream = await session.listen()
    const other = await session.stream(message(1, 'tools/call', { name: 'wait', arguments: { key: 'invalidated' } }))
    expect(await session.call('echo', { text: 'last' }, { 'X-Invalidate': 'before' })).toBe('last')
    await Promise.all([stream.ended(), other.ended()])
    expect(other.messages()).toEqual([])
    expect((await session.post(message(1, 'ping'))).json()).toEqual(NOT_FOUND)
    expect(await storedOf(session.id)).toEqual([])
    expect((await server.state('invalidated')).value).toBe(true)
  })

  // R71
  it.each(['in a handler', 'after next()', 'without the handler'])('comes with an invalidation %s', async (where) => {
    const session = await openSession(server.url)
    if (where === 'in a handler') expect(await session.call('invalidate')).toBe('true')
    else if (where === 'after next()') expect(await session.call('echo', { text: 'x' }, { 'X-Invalidate': 'after' })).toBe('x')
    else expect((await session.post(message(1, 'ping'), { 'X-Invalidate': 'before', 'X-Answer': '1' })).text).toBe('own answer')
    await waitFor('the end', async () => (await session.post(message(1, 'ping'))).status === 404 || undefined)
  })

  // R72
  it.each(['before', 'after'])('comes with an invalidation on a GET, %s next()', async (when) => {
    const session = await openSession(server.url)
    const stream = await session.listen({ 'X-Invalidate': when })
    expect(stream.status).toBe(when === 'before' ? 404 : 200)
    await stream.ended()
    await waitFor('the end', async () => (await session.post(message(1, 'ping'))).status === 404 || undefined)
  })

  // R68
  it('does not come where there is no session', async () => {
    await initialize(server.url, { 'X-Invalidate': 'before' })
    expect((await server.state('invalidated')).value).toBe(false)
    const admin = await openSession(`${server.origin}/mcp/admin`)
    await sessionAt(server.url, admin.id).post(message(1, 'ping'), { 'X-Invalidate': 'before' })
    expect(await admin.call('admin-only')).toBe('admin')
  })
})

describe('hostile clients', () => {
  it('cannot mix up requests by using an id twice', async () => {
    const session = await openSession(server.url)
    const first = await session.stream(message(7, 'tools/call', { name: 'wait', arguments: { key: 'twice' } }))
    const second = await session.post(message(7, 'ping'))
    expect([second.status, second.json()]).toEqual([400, error(-32600, 'Invalid Request: A request with this id is still running')])
    await server.remember('twice', '1')
    await first.ended()
    expect(first.messages()).toMatchObject([{ id: 7, result: { content: [{ text: 'waited for twice as 7' }] } }])
    expect((await session.post(message(7, 'ping'))).events()).toMatchObject([{ id: 7, result: {} }])
  })

  // R74: and the handler goes on with the event that it began with
  it('send answers to what was never asked, twice, and from another session', async () => {
    const session = await openSession(server.url, { capabilities: { roots: {} } })
    const other = await openSession(server.url, { capabilities: { roots: {} } })
    const answer = (id: unknown, uri: string) => ({ jsonrpc: '2.0', id, result: { roots: [{ uri }] } })
    expect((await session.post(answer(0, 'file:///never'))).status).toBe(202)
    const call = await session.stream(message(1, 'tools/call', { name: 'ask' }), { 'X-Request': 'asker' })
    const question = await call.next(({ method }) => method === 'roots/list')
    expect((await other.post(answer(question.id, 'file:///other'))).status).toBe(202)
    expect((await session.post(answer(0, 'file:///guessed'))).status).toBe(202)
    expect((await session.post(answer(question.id, 'file:///right'), { 'X-Request': 'answerer' })).status).toBe(202)
    expect((await session.post(answer(question.id, 'file:///again'))).status).toBe(202)
    expect(await call.next(({ id }) => id === 1)).toMatchObject({ result: { content: [{ text: 'file:///right for asker' }] } })
  })

  it('get the protocol errors of single requests', async () => {
    const session = await openSession(server.url)
    expect(await session.rpc('nope')).toMatchObject({ error: { code: -32601 } })
    expect(await session.rpc('logging/setLevel', { level: 'bogus' })).toMatchObject({ error: { code: -32602 } })
    expect((await session.post('[]')).status).toBe(400)
  })

  // R56: slow bodies
  it('take no place with a body that never comes', async () => {
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"jsonrpc"')
      return socket
    })
    await openSession(server.url)
    sockets.forEach(socket => socket.destroy())
  })
})

// "200 parallel sessions with 20 calls each, no mixed answers"
it('keeps parallel sessions apart', async () => {
  const sessions = await Promise.all(Array.from({ length: 200 }, () => openSession(server.url)))
  const wrong: string[] = []
  await Promise.all(sessions.map(async (session, index) => {
    for (let call = 0; call < 20; call++) {
      const text = `${index}/${call}`
      const answer = await session.call('echo', { text })
      if (answer !== text) wrong.push(`${text} got ${answer}`)
    }
  }))
  expect(wrong).toEqual([])
  await Promise.all(sessions.map(session => session.delete()))
})

describe('limits', () => {
  const small = useServer('sessions', { env: { NUXT_MCP_SESSIONS_MAX_SESSIONS: '2', NUXT_MCP_SESSIONS_MAX_DURATION: '1000' } })

  // R41, R54–R57: one story, because it takes time
  it('hold for sessions and their age', async () => {
    const attempts = await Promise.all(Array.from({ length: 8 }, () => initialize(small.url)))
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503, 503, 503, 503, 503])
    const refused = attempts.find(({ status }) => status === 503)
    expect(refused?.json()).toEqual(error(-32001, 'Server session limit reached'))
    expect(refused?.headers['retry-after']).toBe('60')
    // Only what would begin a session is refused.
    expect((await small.post(message(1, 'ping'))).status).toBe(400)
    expect((await small.http('/mcp', { method: 'PUT' })).status).toBe(405)
    const [busy, idle] = attempts.filter(({ status }) => status === 200).map(({ headers }) => sessionAt(small.url, String(headers['mcp-session-id'])))
    if (!busy || !idle) throw new Error('There are not two sessions')
    await idle.call('store', { method: 'set', args: ['a', 1] })
    const call = await busy.stream(message(1, 'tools/call', { name: 'wait', arguments: { key: 'long' } }))
    await waitFor('the idle session to expire', async () => {
      const { data, meta } = (await small.http('/stored')).json<{ data: string[], meta: string[] }>()
      return ![...data, ...meta].some(key => key.includes(idle.id)) || undefined
    })
    expect((await idle.post(message(1, 'ping'))).json()).toEqual(NOT_FOUND)
    await small.remember('long', '1')
    await call.ended()
    expect(call.messages()).toMatchObject([{ id: 1, result: { content: [{ text: 'waited for long as 1' }] } }])
    const stream = await busy.listen()
    await new Promise(resolve => setTimeout(resolve, 1500))
    expect(stream.isEnded()).toBe(false)
    expect(await busy.call('echo', { text: 'still here' })).toBe('still here')
    expect((await initialize(small.url)).status).toBe(200)
    expect((await initialize(small.url)).status).toBe(503)
    stream.abort()
    // Expired, maybe not swept: the place is free either way.
    await new Promise(resolve => setTimeout(resolve, 1200))
    expect((await initialize(small.url)).status).toBe(200)
  })
})

// R61
it('ends its streams at a shutdown', async () => {
  const own = await startServer('sessions')
  const stream = await (await openSession(own.url)).listen()
  const stopped = own.stop()
  await stream.ended()
  await stopped
})
