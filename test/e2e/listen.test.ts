import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import type { HeaderOverrides } from '../helpers/http'
import { MODERN_META as _meta, SUBSCRIPTION_ID, listen, modernHeaders } from '../helpers/modern'
import { waitFor } from '../helpers/process'
import { type TestServer, startServer, useServer } from '../helpers/server'
import { type OpenStream, openSession } from '../helpers/session'

// protocol-2026-07-28.md, Streams: `subscriptions/listen` is a POST with an SSE answer: acknowledgement first, every
// message with the id of the subscription, filtered to what was asked; a limit on open streams per process and per
// caller; ended with a result on shutdown.

const isAcknowledgement = ({ method }: { method?: string }) => method === 'notifications/subscriptions/acknowledged'
const isUpdate = ({ method }: { method?: string }) => method === 'notifications/resources/updated'
const updated = (server: TestServer, uri: string) => server.http(`/updated?uri=${encodeURIComponent(uri)}`)
const listChanged = (server: TestServer, list: string, handler?: string) => server.http(`/list-changed?list=${list}${handler === undefined ? '' : `&handler=${handler}`}`)

describe.each([
  ['with sessions', {}],
  ['without sessions', { NUXT_MCP_SESSIONS_ENABLED: 'false' }],
])('subscriptions/listen %s', (_label, env) => {
  const server = useServer('sessions', { env })

  it('acknowledges, and tells of what was asked for', async () => {
    const stream = await listen(server.url, { toolsListChanged: true, resourceSubscriptions: ['app://news', 'APP://items/5'] }, { id: 'sub' })
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
    await stream.next(isAcknowledgement)
    await updated(server, 'app://items/4')
    await listChanged(server, 'prompts')
    await updated(server, 'app://items/5')
    await listChanged(server, 'tools')
    await stream.next(({ method }) => method === 'notifications/tools/list_changed')
    const meta = { [SUBSCRIPTION_ID]: 'sub' }
    expect(stream.messages()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['app://news', 'APP://items/5'] }, _meta: meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'APP://items/5', _meta: meta } },
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: meta } },
    ])
  })

  it('tells nobody of what he does not see', async () => {
    const [anybody, admin] = [await listen(server.url, { resourceSubscriptions: ['app://secret', 'app://news'] }), await listen(server.url, { resourceSubscriptions: ['app://secret'] }, { headers: { 'X-Role': 'admin' } })]
    await updated(server, 'app://secret')
    await admin.next(isUpdate)
    await updated(server, 'app://news')
    await anybody.next(isUpdate)
    expect(anybody.messages()).toMatchObject([{ params: { notifications: { resourceSubscriptions: ['app://news'] } } }, { params: { uri: 'app://news' } }])
  })

  it('tells the clients of a handler of its lists', async () => {
    const [main, admin] = [await listen(server.url, { toolsListChanged: true }), await listen(`${server.url}/admin`, { toolsListChanged: true })]
    await listChanged(server, 'tools', 'admin')
    await admin.next(({ method }) => method === 'notifications/tools/list_changed')
    await listChanged(server, 'tools')
    await main.next(({ method }) => method === 'notifications/tools/list_changed')
    await waitFor('both messages', () => admin.messages().length === 3 || undefined)
    expect(main.messages()).toHaveLength(2)
  })

  it('refuses parameters that are wrong, with the id of the request', async () => {
    const reply = await server.post(message(9, 'subscriptions/listen', { _meta, notifications: { toolsListChanged: 'yes' } }), modernHeaders('subscriptions/listen'))
    expect(reply.json()).toMatchObject({ jsonrpc: '2.0', id: 9, error: { code: -32602 } })
  })
})

it('clients of both eras hear of the same change', async () => {
  const server = await startServer('sessions')
  try {
    const session = await openSession(server.url)
    const [get, stream] = [await session.listen(), await listen(server.url, { toolsListChanged: true, resourceSubscriptions: ['app://news'] })]
    await session.rpc('resources/subscribe', { uri: 'app://news' })
    await listChanged(server, 'tools')
    await updated(server, 'app://news')
    await Promise.all([get, stream].map(async each => [await each.next(({ method }) => method === 'notifications/tools/list_changed'), await each.next(isUpdate)]))
    expect(JSON.stringify(get.messages())).not.toContain(SUBSCRIPTION_ID)
  }
  finally {
    await server.stop()
  }
})

describe('limits', () => {
  const server = useServer('sessions', { env: { NUXT_MCP_SUBSCRIPTIONS_MAX_STREAMS_PER_CALLER: '2', NUXT_MCP_SUBSCRIPTIONS_MAX_RESOURCES: '3' } })
  const post = (path: string, notifications: object, headers: HeaderOverrides = {}) => server.endpoint(path).post(message(1, 'subscriptions/listen', { _meta, notifications }), { ...modernHeaders('subscriptions/listen'), ...headers })

  it('hold for a caller, whom the endpoint names, and whoever leaves makes room', async () => {
    const owned = `${server.url}/owned`
    const headers = { 'X-User': 'ann' }
    const [first] = [await listen(owned, { toolsListChanged: true }, { headers }), await listen(owned, { toolsListChanged: true }, { headers })]
    const refused = await post('/mcp/owned', { toolsListChanged: true }, headers)
    expect([refused.status, refused.headers['retry-after'], refused.json()]).toEqual([429, '30', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Too many open streams: you have as many as may be' } }])
    expect((await listen(owned, { toolsListChanged: true }, { headers: { 'X-User': 'bob' } })).status).toBe(200)
    first?.abort()
    await waitFor('room for another stream', async () => (await listen(owned, { toolsListChanged: true }, { headers })).status === 200 || undefined)
  })

  it('hold for an address', async () => {
    const streams = [await listen(server.url, { toolsListChanged: true }), await listen(server.url, { toolsListChanged: true })]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    expect((await post('/mcp', { toolsListChanged: true })).status).toBe(429)
    // Where nobody vouches for it, the header makes nobody another caller.
    expect((await post('/mcp', { toolsListChanged: true }, { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(429)
  })

  it('hold for the resources of a stream', async () => {
    const resourceSubscriptions = [1, 2, 3, 4].map(id => `app://items/${id}`)
    expect((await post('/mcp/owned', { resourceSubscriptions }, { 'X-User': 'carl' })).json()).toMatchObject({ error: { code: -32602, message: 'Too many resources for one stream: 4 of at most 3' } })
  })
})

// issue 7, "Bad input"
it('1 000 open streams are served, and not one more', { timeout: 120_000 }, async () => {
  const server = await startServer('sessions', { env: { NUXT_MCP_SUBSCRIPTIONS_MAX_STREAMS_PER_CALLER: '5000' } })
  try {
    const streams: OpenStream[] = []
    for (let round = 0; round < 20; round++) {
      streams.push(...await Promise.all(Array.from({ length: 50 }, (_, index) => listen(server.url, { resourceSubscriptions: ['app://news'] }, { id: round * 50 + index }))))
    }
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(1000)
    const refused = await listen(server.url, { toolsListChanged: true })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
    await updated(server, 'app://news')
    await Promise.all(streams.map(stream => stream.next(isUpdate)))
    for (const [id, stream] of streams.entries()) {
      expect(stream.messages()).toMatchObject([{ params: { _meta: { [SUBSCRIPTION_ID]: id } } }, { params: { uri: 'app://news', _meta: { [SUBSCRIPTION_ID]: id } } }])
    }
    // Everything else is served all the while, and room comes back with those who leave.
    expect((await server.http('/updated?uri=app://news')).status).toBe(200)
    for (const stream of streams) stream.abort()
    await waitFor('room for another stream', async () => (await listen(server.url, { toolsListChanged: true })).status === 200 || undefined)
  }
  finally {
    await server.stop()
  }
})

it('ends its streams with a result at a shutdown, which waits for no client', async () => {
  const server = await startServer('sessions', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false' } })
  const stream = await listen(server.url, { toolsListChanged: true }, { id: 'sub' })
  await stream.next(isAcknowledgement)
  const stopped = server.stop()
  await stream.ended()
  await stopped
  const last = stream.messages().at(-1)
  expect(last).toMatchObject({ jsonrpc: '2.0', id: 'sub', result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: 'sub', 'io.modelcontextprotocol/serverInfo': { name: expect.any(String) } } } })
})

describe('with tokens', () => {
  const server = useServer('secure')

  it('ends with the token that opened it', async () => {
    const stream = await listen(server.url, { toolsListChanged: true }, { id: 5, headers: { Authorization: 'Bearer short-lived' } })
    await stream.next(isAcknowledgement)
    await stream.ended()
    expect(stream.messages().at(-1)).toMatchObject({ id: 5, result: { resultType: 'complete' } })
    expect((await listen(server.url, { toolsListChanged: true }, { headers: { Authorization: 'Bearer expired' } })).status).toBe(401)
  })

  it('counts the streams of a client and its user', async () => {
    const open = (token: string) => listen(server.url, { toolsListChanged: true }, { headers: { Authorization: `Bearer ${token}` } })
    const statuses = (await Promise.all(Array.from({ length: 33 }, () => open('reader')))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(32)
    expect([statuses.includes(429), (await open('reader-of-bob')).status]).toEqual([true, 200])
  })
})
