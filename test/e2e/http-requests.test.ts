import { describe, expect, it } from 'vitest'
import { INITIALIZE, message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const PING = message(1, 'ping')
const PONG = { jsonrpc: '2.0', id: 1, result: {} }

function rpcError(code: number, text: unknown) {
  return { jsonrpc: '2.0', error: { code, message: text }, id: null }
}

describe('methods', () => {
  // transport-sessions R12, R13 and the table
  it.each(['GET', 'DELETE'])('%s is refused', async (method) => {
    const reply = await http(server.url, { method, headers: { Accept: 'text/event-stream' } })
    expect([reply.status, reply.headers.allow, reply.headers['content-type']]).toEqual([405, 'POST', 'application/json'])
    expect(reply.json()).toEqual(rpcError(-32000, 'Method not allowed. Use POST for MCP requests.'))
  })

  it.each(['PUT', 'PATCH', 'OPTIONS', 'HEAD'])('%s is refused', async (method) => {
    const reply = await http(server.url, { method })
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
    if (method === 'HEAD') expect(reply.text).toBe('')
    else expect(reply.json()).toEqual(rpcError(-32000, 'Method not allowed.'))
  })

  // transport-sessions R12: there is no session to end
  it('DELETE with a session id is refused too', async () => {
    const reply = await http(server.url, { method: 'DELETE', headers: { 'Mcp-Session-Id': '123e4567-e89b-42d3-a456-426614174000' } })
    expect(reply.status).toBe(405)
  })

  // transport-sessions R14, R20
  it('POST is answered with JSON, without `initialize` before', async () => {
    const reply = await server.post(PING)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(reply.json()).toEqual(PONG)
  })

  // transport-sessions R15
  it.each([undefined, '123e4567-e89b-42d3-a456-426614174000', 'not a session id'])('no session: `Mcp-Session-Id: %s` is ignored and none is issued', async (id) => {
    const reply = await server.post(message(1, 'initialize', INITIALIZE), { 'Mcp-Session-Id': id })
    expect(reply.status).toBe(200)
    expect(reply.headers).not.toHaveProperty('mcp-session-id')
  })

  // handlers R4
  it('one trailing slash is tolerated', async () => {
    expect((await server.endpoint('/mcp/').post(PING)).json()).toEqual(PONG)
  })

  it('a query is ignored', async () => {
    expect((await server.endpoint('/mcp?key=value').post(PING)).json()).toEqual(PONG)
  })

  it('many requests at once are all answered', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, (_, id) => server.post(message(id, 'tools/call', { name: 'add', arguments: { a: id } }))))
    expect(replies.map(reply => reply.json<{ result: { content: { text: string }[] } }>().result.content[0]?.text)).toEqual(replies.map((_, id) => String(id + 1)))
  })

  // transport-sessions R11, discovery R65
  it('deeper paths belong to the application', async () => {
    const reply = await server.http('/mcp/a/b', { headers: { Accept: 'text/html' } })
    expect(reply.headers['content-type']).toContain('text/html')
  })
})

describe('Accept', () => {
  // transport-sessions R19 as decided: JSON has to be acceptable, the stream is optional
  it.each([
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'application/json',
    'application/json;q=0.1, text/event-stream',
    'APPLICATION/JSON',
    '*/*',
    'application/*',
    'text/html, */*;q=0.1',
    undefined,
  ])('%s is served', async (accept) => {
    const reply = await server.post(PING, { Accept: accept })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(reply.json()).toEqual(PONG)
  })

  it.each([
    'text/event-stream',
    'text/*',
    'text/html',
    'image/png',
    'application/json;q=0',
    'application/json;q=0, */*',
    'application/json;q=0.0, text/event-stream',
  ])('%s is 406', async (accept) => {
    const reply = await server.post(PING, { Accept: accept })
    expect(reply.status).toBe(406)
    expect(reply.json()).toEqual(rpcError(-32000, expect.stringMatching(/^Not Acceptable: /)))
  })
})

describe('Content-Type', () => {
  // transport-sessions R21
  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="utf-8"'])('%s is served', async (type) => {
    expect((await server.post(PING, { 'Content-Type': type })).json()).toEqual(PONG)
  })

  it.each(['text/plain', 'application/json-rpc', 'text/plain; a=application/json', 'application/x-www-form-urlencoded', undefined])('%s is 415', async (type) => {
    const reply = await server.post(PING, { 'Content-Type': type })
    expect(reply.status).toBe(415)
    expect(reply.json()).toEqual(rpcError(-32000, 'Unsupported Media Type: Content-Type must be application/json'))
  })

  // transport-sessions R21
  it('is looked at after Accept and before the body', async () => {
    expect((await server.post('not json', { 'Accept': 'image/png', 'Content-Type': 'text/plain' })).status).toBe(406)
    expect((await server.post('not json', { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await server.post('not json')).status).toBe(400)
  })
})

describe('Mcp-Protocol-Version', () => {
  // transport-sessions R22
  it.each([undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])('%s is served', async (version) => {
    expect((await server.post(PING, { 'Mcp-Protocol-Version': version })).json()).toEqual(PONG)
  })

  it('that is unknown is 400', async () => {
    const reply = await server.post(PING, { 'Mcp-Protocol-Version': '1999-01-01' })
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual(rpcError(-32000, 'Bad Request: Unsupported protocol version: 1999-01-01 (supported versions: 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07)'))
  })

  it('is not checked on `initialize`', async () => {
    expect((await server.post(message(1, 'initialize', INITIALIZE), { 'Mcp-Protocol-Version': '1999-01-01' })).status).toBe(200)
  })
})
