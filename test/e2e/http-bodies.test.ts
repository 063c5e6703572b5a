import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { INITIALIZE, type JsonRpcReply, MCP_HEADERS, message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const LIMIT = 4_194_304

function rpcError(code: number, text: unknown) {
  return { jsonrpc: '2.0', error: { code, message: text }, id: null }
}

/** A ping of exactly this many bytes. */
function pingOf(bytes: number): string {
  const empty = JSON.stringify(message(1, 'ping', { pad: '' }))
  return JSON.stringify(message(1, 'ping', { pad: 'x'.repeat(bytes - empty.length) }))
}

describe('what is no message', () => {
  // transport-sessions §3.2
  it.each(['', 'not json', '{"jsonrpc":"2.0"', '{]'])('%j is a parse error', async (body) => {
    const reply = await server.post(body)
    expect([reply.status, reply.headers['content-type']]).toEqual([400, 'application/json'])
    expect(reply.json()).toEqual(rpcError(-32700, 'Parse error: Invalid JSON'))
  })

  // transport-sessions §3.2 as corrected
  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['no version', { id: 1, method: 'ping' }],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['an object id', { jsonrpc: '2.0', id: {}, method: 'ping' }],
    ['a numeric method', { jsonrpc: '2.0', id: 1, method: 5 }],
    ['params of a wrong type', { jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' }],
    ['no method and no result', { jsonrpc: '2.0', id: 1 }],
    ['a number', 5],
    ['null', 'null'],
    ['a string', '"text"'],
    ['a batch in a batch', [[message(1, 'ping')]]],
  ])('%s is an invalid request', async (_, body) => {
    const reply = await server.post(body)
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual(rpcError(-32600, expect.any(String)))
  })
})

describe('notifications and responses', () => {
  // transport-sessions §3.2
  it.each<[string, unknown]>([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/unknown', params: { a: 1 } }],
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'm' } }],
    ['a batch of them', [{ jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 9, result: {} }]],
  ])('%s is 202 without a body', async (_, body) => {
    const reply = await server.post(body)
    expect([reply.status, reply.text]).toEqual([202, ''])
    expect(reply.headers).not.toHaveProperty('content-type')
  })
})

describe('size', () => {
  // transport-sessions §3.2
  it('of the limit is served', async () => {
    const body = pingOf(LIMIT)
    expect(Buffer.byteLength(body)).toBe(LIMIT)
    expect((await server.post(body)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it.each([[LIMIT + 1, false], [5 * 1024 * 1024, false], [LIMIT + 1, true], [5 * 1024 * 1024, true]])('of %i bytes is 413, chunked: %s', async (bytes, chunked) => {
    const reply = await http(server.url, { method: 'POST', headers: MCP_HEADERS, body: pingOf(bytes), chunked })
    expect(reply.status).toBe(413)
    expect(reply.json()).toEqual(rpcError(-32000, `Payload Too Large: Request body must not exceed ${LIMIT} bytes`))
  })

  it('a chunked body below the limit is served', async () => {
    const reply = await http(server.url, { method: 'POST', headers: MCP_HEADERS, body: JSON.stringify(message(1, 'ping')), chunked: true })
    expect(reply.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  // A client that is still sending has to get to see the answer; several times, because it is a race.
  it.each([
    ['413', {}, 413],
    ['415', { 'Content-Type': 'text/plain' }, 415],
    ['406', { Accept: 'image/png' }, 406],
    ['403', { Origin: 'https://evil.test' }, 403],
  ])('a refusal reaches a client that sends 5 MB: %s', async (_, headers, status) => {
    for (let time = 0; time < 8; time++) expect((await server.post(pingOf(5 * 1024 * 1024), headers)).status).toBe(status)
  })

  it('leaves the server usable', async () => {
    expect((await server.post(message(1, 'ping'))).status).toBe(200)
  })
})

describe('batches', () => {
  // transport-sessions R24 and §3.2
  it('are answered with an array in request order', async () => {
    const reply = await server.post([
      message('slow', 'tools/call', { name: 'h3-event', arguments: { wait: 50 } }),
      message(2, 'ping'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      message(3, 'nope'),
    ])
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(reply.json<JsonRpcReply[]>().map(({ id }) => id)).toEqual(['slow', 2, 3])
    expect(reply.json<JsonRpcReply[]>()[2]?.error).toEqual({ code: -32601, message: 'Method not found' })
  })

  it('of one are answered with an array', async () => {
    expect((await server.post([message(1, 'ping')])).json()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('take a number and a string for different ids', async () => {
    const replies = (await server.post([message(1, 'ping'), message('1', 'ping')])).json<JsonRpcReply[]>()
    expect(replies.map(({ id }) => id)).toEqual([1, '1'])
  })

  it('of 100 are served', async () => {
    const replies = (await server.post(Array.from({ length: 100 }, (_, id) => message(id, 'ping')))).json<JsonRpcReply[]>()
    expect(replies.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id))
  })

  it.each<[string, unknown[], unknown]>([
    ['empty', [], expect.any(String)],
    ['more than 100', Array.from({ length: 101 }, (_, id) => message(id, 'ping')), 'Invalid Request: Batch must not exceed 100 messages'],
    ['equal ids', [message(1, 'ping'), message(1, 'tools/list')], expect.any(String)],
    ['`initialize` and another', [message(1, 'initialize', INITIALIZE), message(2, 'ping')], 'Invalid Request: Only one initialization request is allowed'],
    ['`initialize` twice', [message(1, 'initialize', INITIALIZE), message(2, 'initialize', INITIALIZE)], 'Invalid Request: Only one initialization request is allowed'],
    ['a malformed member', [message(1, 'ping'), { id: 2 }], expect.any(String)],
    ['a member that is no object', [message(1, 'ping'), 5], expect.any(String)],
  ])('%s is refused as a whole', async (_, batch, text) => {
    const reply = await server.post(batch)
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual(rpcError(-32600, text))
  })

  // transport-sessions R18: a cancelled request has no answer, and waits for nobody
  it('with a cancelled request end', async () => {
    const wait = message(1, 'tools/call', { name: 'wait', arguments: { id: 'cancelled' } })
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const reply = await server.post([wait, cancel, message(2, 'ping')])
    expect(reply.status).toBe(200)
    expect(reply.json<JsonRpcReply[]>().filter(({ id }) => id === 2)).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }])
    const alone = await server.post([message(7, 'tools/call', { name: 'wait', arguments: { id: 'cancelled-alone' } }), { ...cancel, params: { requestId: 7 } }])
    expect([200, 202]).toContain(alone.status)
  })
})

describe('requests', () => {
  // transport-sessions §3.2
  it('with an unknown method get -32601 with their id', async () => {
    expect(await server.rpc('nope')).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } })
    expect((await server.error('tasks/list')).code).toBe(-32601)
  })

  // transport-sessions R26: short, and no dump of issues
  it.each<[string, object | undefined]>([
    ['tools/call', undefined],
    ['tools/call', {}],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'add', arguments: 'x' }],
    ['tools/call', { name: 'add', arguments: [1] }],
    ['resources/read', {}],
    ['resources/read', { uri: 5 }],
    ['prompts/get', {}],
    ['prompts/get', { name: 'greet', arguments: 5 }],
    ['completion/complete', {}],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'complete' } }],
    ['logging/setLevel', { level: 'bogus' }],
    ['logging/setLevel', {}],
    ['initialize', {}],
    ['initialize', { ...INITIALIZE, clientInfo: 'x' }],
  ])('%s with params %j is -32602', async (method, params) => {
    const error = await server.error(method, params)
    expect(error.code).toBe(-32602)
    expect(error.message.length).toBeLessThan(200)
    expect(error.message).not.toContain('\n')
  })

  // JSON-RPC 2.0 §4: any string or number
  it.each([0, -1, '', 'text', '0'])('with the id %j get it back', async (id) => {
    expect((await server.post(message(id, 'ping'))).json()).toEqual({ jsonrpc: '2.0', id, result: {} })
  })

  it('cannot reach the prototype of an object', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"__proto__":{"b":5}}}}'
    expect((await server.post(body)).json()).toMatchObject({ result: { content: [{ text: '2' }] } })
  })

  // handlers R46
  it('for the log level are accepted', async () => {
    expect(await server.result('logging/setLevel', { level: 'debug' })).toEqual({})
  })
})

describe('initialize', () => {
  // transport-sessions R23
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2024-10-07', '2024-10-07'],
    ['1999-01-01', '2025-11-25'],
    ['2999-01-01', '2025-11-25'],
  ])('negotiates %s to %s', async (asked, answered) => {
    expect(await server.result('initialize', { ...INITIALIZE, protocolVersion: asked })).toMatchObject({ protocolVersion: answered })
  })
})

describe('a body that does not come', () => {
  it.each([
    ['a refused host', 'Host: evil.test', 403],
    ['a refused type', 'Content-Type: text/plain', 415],
  ])('does not keep the answer to %s waiting', async (_label, header, status) => {
    const socket = connect(server.port, '127.0.0.1')
    try {
      const host = header.startsWith('Host') ? header : `Host: 127.0.0.1:${server.port}\r\n${header}`
      socket.write(`POST /mcp HTTP/1.1\r\n${host}\r\nAccept: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`)
      const [answer] = await once(socket, 'data') as [Buffer]
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer.toString().toLowerCase()).toContain('connection: close')
    }
    finally {
      socket.destroy()
    }
  })
})
