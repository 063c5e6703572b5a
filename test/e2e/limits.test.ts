import { describe, expect, it } from 'vitest'
import { type JsonRpcReply, message } from '../helpers/endpoint'
import { waitFor } from '../helpers/process'
import { useServer } from '../helpers/server'
import { openSession } from '../helpers/session'

const call = (name: string, id: number) => message(id, 'tools/call', { name })
const pings = (count: number) => Array.from({ length: count }, (_, id) => message(id, 'ping'))
const TIMED_OUT = { code: -32001, message: 'Request timed out after 150 ms' }

describe('without sessions', () => {
  const server = useServer('secure', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false' } })

  it('the size of a batch is limited', async () => {
    const open = server.endpoint('/mcp/open')
    expect((await open.post(pings(5))).status).toBe(200)
    const reply = await open.post(pings(6))
    expect([reply.status, reply.json()]).toMatchObject([400, { error: { code: -32600, message: 'Invalid Request: Batch must not exceed 5 messages' } }])
  })

  it('headers are limited by Node', async () => {
    expect((await server.endpoint('/mcp/open').post(message(1, 'ping'), { 'X-Large': 'x'.repeat(20_000) })).status).toBe(431)
  })

  it('a request that takes too long is answered, its handler told, and the rest of the batch goes on', async () => {
    const slow = server.endpoint('/mcp/slow')
    const before = Number(await slow.callText('count-aborted'))
    const reply = await slow.post([call('wait', 1), call('sleep', 2), call('count-aborted', 3), message(4, 'ping')])
    expect(reply.status).toBe(200)
    const [wait, sleep, count, ping] = reply.json<JsonRpcReply[]>()
    expect([wait?.error, sleep?.error, count?.error, ping?.result]).toEqual([TIMED_OUT, TIMED_OUT, undefined, {}])
    expect(Number(await slow.callText('count-aborted'))).toBe(before + 1)
  })

  it('other endpoints have no limit', async () => {
    expect(await server.endpoint('/mcp/open').callText('sleep')).toBe('slept')
  })
})

describe('with a limit for all endpoints', () => {
  const server = useServer('secure', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false', NUXT_MCP_REQUEST_TIMEOUT: '100', NUXT_MCP_MAX_BATCH_SIZE: '2' } })

  it('the environment sets it, and a handler may say otherwise', async () => {
    expect(await server.endpoint('/mcp/open').error('tools/call', { name: 'wait' })).toEqual({ code: -32001, message: 'Request timed out after 100 ms' })
    expect(await server.endpoint('/mcp/slow').error('tools/call', { name: 'wait' })).toEqual(TIMED_OUT)
    expect((await server.endpoint('/mcp/open').post(pings(3))).status).toBe(400)
  })
})

describe('with sessions', () => {
  const server = useServer('secure')

  it('a request that takes too long is answered, and the session goes on', async () => {
    const session = await openSession(`${server.url}/slow`)
    const before = Number(await session.call('count-aborted'))
    const stream = await session.stream([call('wait', 0), call('wait', 1), message(2, 'ping')])
    await stream.ended()
    const answers = stream.messages()
    expect(answers.find(({ id }) => id === 0)?.error).toEqual(TIMED_OUT)
    expect(answers.find(({ id }) => id === 1)?.error).toEqual(TIMED_OUT)
    expect(answers.find(({ id }) => id === 2)?.result).toEqual({})
    expect(Number(await session.call('count-aborted'))).toBe(before + 2)
  })

  it('the requests at the same time are limited, per session', async () => {
    const session = await openSession(`${server.url}/open`)
    const streams = [await session.stream([call('wait', 1), call('wait', 2)]), await session.stream(call('wait', 3))]
    const reply = await session.post(message(4, 'ping'))
    expect([reply.status, reply.headers['retry-after'], reply.json()])
      .toEqual([429, '1', { jsonrpc: '2.0', error: { code: -32000, message: 'Too many requests of this session are being answered' }, id: null }])
    expect((await (await openSession(`${server.url}/open`)).post(message(4, 'ping'))).status).toBe(200)
    // What frees a place has to get through.
    expect((await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } })).status).toBe(202)
    await streams[1]?.ended()
    await waitFor('a free place', async () => (await session.post(message(4, 'ping'))).status === 200 || undefined)
    expect((await session.post(pings(4))).status).toBe(429)
  })
})
