import { CallToolResultSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { waitFor } from '../helpers/process'
import { useServer } from '../helpers/server'
import { openSession, sessionAt } from '../helpers/session'

const server = useServer('sessions')

const call = (id: number, name: string, args: object = {}) => message(id, 'tools/call', { name, arguments: args })
const isResponse = ({ id, method }: { id?: unknown, method?: string }) => id !== undefined && method === undefined

describe('the answer to a POST', () => {
  // R43, R46
  it('is a stream whose headers come before anything happens', async () => {
    const session = await openSession(server.url)
    const stream = await session.stream(call(1, 'wait', { key: 'headers' }))
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', 'mcp-session-id': session.id })
    await server.remember('headers', '1')
    await stream.ended()
    const [priming, response] = stream.frames()
    expect(priming).toMatchObject({ id: expect.stringMatching(/_0$/), retry: '50', data: '' })
    expect(response).toMatchObject({ event: 'message', id: expect.stringMatching(/_1$/) })
    expect(stream.messages()).toMatchObject([{ id: 1, result: { content: [{ text: 'waited for headers as 1' }] } }])
  })

  it('has no event without data for older clients', async () => {
    const session = await openSession(server.url, { version: '2025-06-18' })
    const stream = await session.stream(call(1, 'wait', { key: 'older' }))
    await server.remember('older', '1')
    await stream.ended()
    expect(stream.frames().filter(({ data }) => data === '')).toEqual([])
    expect(stream.frames()[0]).toMatchObject({ comment: 'open', id: undefined })
  })

  it('carries notifications before the response, and all of a batch', async () => {
    const session = await openSession(server.url)
    for (let step = 1; step <= 2; step++) await server.remember(`batch:${step}`, '1')
    const reply = await session.post([call(1, 'count', { key: 'batch', to: 2 }), message(2, 'ping'), call(3, 'echo', { text: 'three' })])
    const messages = reply.events<{ id?: number, params?: { data: number } }>()
    expect(messages.flatMap(({ id }) => id ?? []).sort()).toEqual([1, 2, 3])
    const own = messages.filter(({ id }) => id === undefined || id === 1)
    expect(own).toMatchObject([{ params: { data: 1 } }, { params: { data: 2 } }, { id: 1 }])
  })

  // R49, also with the id 0
  it.each([5, 0, 'text'])('ends when the request %j is cancelled', async (id) => {
    const session = await openSession(server.url)
    const key = `cancelled-${id}`
    const stream = await session.stream(message(id, 'tools/call', { name: 'wait', arguments: { key } }))
    await waitFor('the call', async () => (await server.state(`started:${key}`)).count || undefined)
    expect((await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })).status).toBe(202)
    await stream.ended()
    expect(stream.messages()).toEqual([])
    expect(await waitFor('the abort', async () => (await server.state(`done:${key}`)).value ?? undefined)).toBe('aborted')
  })

  // R48
  it('does not abort the handler when the client leaves', async () => {
    const session = await openSession(server.url)
    const stream = await session.stream(call(1, 'wait', { key: 'left' }))
    await waitFor('the call', async () => (await server.state('started:left')).count || undefined)
    stream.abort()
    expect(await session.call('echo', { text: 'meanwhile' })).toBe('meanwhile')
    await server.remember('left', '1')
    expect(await waitFor('the end', async () => (await server.state('done:left')).value ?? undefined)).toBe('finished')
  })
})

describe('the GET stream', () => {
  // R44, R46, R47
  it('opens at once, and again, in the place of the one before', async () => {
    const session = await openSession(server.url)
    const first = await session.listen()
    expect([first.status, first.headers['mcp-session-id']]).toEqual([200, session.id])
    const second = await session.listen()
    await first.ended()
    second.abort()
    const third = await session.listen()
    expect([third.status, third.isEnded()]).toEqual([200, false])
    expect((await session.listen({ 'MCP-Protocol-Version': 'x' })).status).toBe(400)
    expect(third.isEnded()).toBe(false)
  })

  // Server-side requests R10: on one stream only
  it('gets list changes only where no request is handled', async () => {
    const session = await openSession(server.url)
    const stream = await session.listen()
    const during = await session.post(call(1, 'register', { name: 'during' }))
    expect(during.events()).toMatchObject([{ method: 'notifications/tools/list_changed' }, { id: 1 }])
    await session.call('register-later', { name: 'afterwards' })
    await stream.next(({ method }) => method === 'notifications/tools/list_changed')
    expect(stream.messages()).toHaveLength(1)
    expect(await session.call('during')).toBe('during ran')
    expect(await session.call('afterwards')).toBe('afterwards ran')
    const other = await openSession(server.url)
    expect(await other.call('during')).toBe('MCP error -32602: Tool during not found')
  })

  it('gets list changes when the request takes no stream', async () => {
    const session = await openSession(server.url)
    const stream = await session.listen()
    expect((await session.post(call(1, 'register', { name: 'json-only' }), { Accept: 'application/json' })).json()).toMatchObject({ id: 1 })
    await stream.next(({ method }) => method === 'notifications/tools/list_changed')
  })

  it('gets what came while there was none', async () => {
    const session = await openSession(server.url)
    await session.call('register-later', { name: 'early' })
    await waitFor('the change', async () => (await server.state('registered:early')).count || undefined)
    const stream = await session.listen()
    await stream.next(({ method }) => method === 'notifications/tools/list_changed')
    stream.abort()
    const again = await session.listen()
    await session.call('echo', { text: 'x' })
    expect(again.messages()).toEqual([])
  })

  it('carries questions that belong to no request', async () => {
    const session = await openSession(server.url, { capabilities: { roots: {} } })
    const stream = await session.listen()
    await session.call('ask-later')
    const question = await stream.next(({ method }) => method === 'roots/list')
    await session.post({ jsonrpc: '2.0', id: question.id, result: { roots: [{ uri: 'file:///a' }] } })
    expect(await waitFor('the answer', async () => (await server.state('asked-later')).value ?? undefined)).toBe(1)
  })

  it('can be closed by a handler', async () => {
    const session = await openSession(server.url)
    const stream = await session.listen()
    expect(await session.call('close-standalone')).toBe('closed')
    await stream.ended()
    expect((await session.listen()).status).toBe(200)
  })

  it('reaches the official client', async () => {
    const client = await connectClient(server.url)
    let changes = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changes++
    })
    await client.callTool({ name: 'register-later', arguments: { name: 'official' } })
    await waitFor('the change', () => changes || undefined)
  })
})

describe('Last-Event-ID', () => {
  it('brings the rest of a stream, and goes on', async () => {
    const session = await openSession(server.url)
    const first = await session.stream(call(1, 'count', { key: 'resumed', to: 3 }))
    await server.remember('resumed:1', '1')
    await first.next(({ method }) => method === 'notifications/message')
    const lastEventId = first.frames().findLast(({ id }) => id)?.id
    first.abort()
    await server.remember('resumed:2', '1')
    const second = await session.listen({ 'Last-Event-ID': lastEventId })
    await second.next(({ params }) => params?.data === 2)
    await server.remember('resumed:3', '1')
    await second.ended()
    expect(second.messages()).toMatchObject([{ params: { data: 2 } }, { params: { data: 3 } }, { id: 1, result: {} }])
  })

  it('brings all of a stream that ended meanwhile', async () => {
    const session = await openSession(server.url)
    const first = await session.stream(call(1, 'count', { key: 'missed', to: 1 }))
    await waitFor('the priming event', () => first.frames()[0]?.id)
    const lastEventId = first.frames()[0]?.id
    first.abort()
    await server.remember('missed:1', '1')
    await session.call('echo', { text: 'x' })
    const second = await waitFor('the response', async () => {
      const stream = await session.listen({ 'Last-Event-ID': lastEventId })
      await stream.ended()
      return stream.messages().some(isResponse) ? stream : undefined
    })
    expect(second.messages()).toMatchObject([{ params: { data: 1 } }, { id: 1 }])
    const nothing = await session.listen({ 'Last-Event-ID': second.frames().at(-1)?.id })
    expect(nothing.status).toBe(204)
  })

  it('works with a handler that closes its stream', async () => {
    const session = await openSession(server.url)
    const first = await session.stream(call(1, 'poll', { key: 'polled' }))
    await first.ended()
    expect(first.messages()).toMatchObject([{ params: { data: 'before' } }])
    const second = await session.listen({ 'Last-Event-ID': first.frames().at(-1)?.id })
    await server.remember('polled', '1')
    await second.ended()
    expect(second.messages()).toMatchObject([{ id: 1, result: { content: [{ text: 'polled, function' }] } }])
  })

  it('works with the official client', async () => {
    const client = await connectClient(server.url)
    const result = client.callTool({ name: 'poll', arguments: { key: 'polled-officially' } })
    await new Promise(resolve => setTimeout(resolve, 300))
    await server.remember('polled-officially', '1')
    expect(CallToolResultSchema.parse(await result)).toMatchObject({ content: [{ text: 'polled, function' }] })
  })

  it('of another session is refused', async () => {
    const session = await openSession(server.url)
    const other = await openSession(server.url)
    const stream = await session.stream(call(1, 'count', { key: 'foreign', to: 1 }))
    await server.remember('foreign:1', '1')
    await stream.ended()
    for (const id of [stream.frames().at(-2)?.id, 'nonsense', `${other.id}.get_99`, `${other.id}.x_0`, '_1', `${session.id}.get_0`]) {
      const reply = await other.listen({ 'Last-Event-ID': id })
      expect(reply.status, id).toBe(400)
    }
    expect((await sessionAt(server.url, session.id).listen({ 'Last-Event-ID': stream.frames()[0]?.id })).status).toBe(200)
  })
})

describe('subscriptions', () => {
  const update = (uri: string) => server.http(`/updated?uri=${encodeURIComponent(uri)}`)

  it('bring changes to every session that asked', async () => {
    const sessions = await Promise.all([openSession(server.url), openSession(server.url), openSession(server.url)])
    const streams = await Promise.all(sessions.map(session => session.listen()))
    const [a, b, c] = sessions
    expect(await a?.rpc('resources/subscribe', { uri: 'app://news' })).toMatchObject({ result: {} })
    expect(await b?.rpc('resources/subscribe', { uri: 'APP://news' })).toMatchObject({ result: {} })
    expect(await c?.rpc('resources/subscribe', { uri: 'app://items/7' })).toMatchObject({ result: {} })
    await update('app://news')
    await update('app://items/7')
    await update('app://items/8')
    for (const stream of streams) await stream.next(({ method }) => method === 'notifications/resources/updated')
    // In the client's own spelling, so that it recognises the resource.
    expect(streams.map(stream => stream.messages().map(entry => (entry as { params?: object }).params))).toEqual([[{ uri: 'app://news' }], [{ uri: 'APP://news' }], [{ uri: 'app://items/7' }]])
    await a?.rpc('resources/unsubscribe', { uri: 'app://news' })
    await b?.delete()
    await update('app://news')
    await a?.call('echo', { text: 'x' })
    expect(streams[0]?.messages()).toHaveLength(1)
  })

  it.each([['app://nothing', -32602], ['app://secret', -32602], ['no uri', -32603]])('to %s are refused', async (uri, code) => {
    const session = await openSession(server.url)
    expect(await session.rpc('resources/subscribe', { uri })).toMatchObject({ error: { code } })
  })

  it('are refused after too many', async () => {
    const session = await openSession(server.url)
    const batch = (from: number) => Array.from({ length: 100 }, (_, index) => message(from + index, 'resources/subscribe', { uri: `app://items/${from + index}` }))
    for (let from = 0; from < 1000; from += 100) await session.post(batch(from))
    expect(await session.rpc('resources/subscribe', { uri: 'app://news' })).toMatchObject({ error: { code: -32600 } })
    expect(await session.rpc('resources/subscribe', { uri: 'app://items/5' })).toMatchObject({ result: {} })
  })
})
