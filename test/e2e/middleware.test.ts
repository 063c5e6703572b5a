import { describe, expect, it } from 'vitest'
import { INITIALIZE, message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

const server = useServer('handlers', { base: '/base', path: '/api/mcp' })
const PONG = { jsonrpc: '2.0', id: 1, result: {} }
const CALL = message(1, 'tools/call', { name: 'context' })

function ping(middleware: string) {
  return server.post(message(1, 'ping'), { 'X-Middleware': middleware })
}

function rpcError(text: unknown, data?: unknown) {
  return { jsonrpc: '2.0', error: { code: expect.any(Number), message: text, ...(data === undefined ? {} : { data }) }, id: null }
}

describe('what a middleware may do', () => {
  // handlers §6
  it.each(['nothing', 'await-next', 'return-next', 'not-awaited', 'twice', 'twice-text'])('%s: the handler answers', async (name) => {
    const reply = await ping(name)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(reply.json()).toEqual(PONG)
  })

  it('return a changed copy', async () => {
    const reply = await ping('copy')
    expect([reply.status, reply.headers['x-copied'], reply.headers['content-type']]).toEqual([201, 'yes', 'application/json'])
    expect(reply.json()).toEqual(PONG)
  })

  // handlers §6
  it('change the headers of the response, and read a copy of it', async () => {
    const reply = await ping('headers-of-response')
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(reply.headers).toMatchObject({ 'x-changed': 'yes', 'set-cookie': ['c=3', 'd=4'], 'x-length': String(reply.text.length) })
    expect(reply.json()).toEqual(PONG)
  })

  it.each(['reads-response', 'reads-and-returns'])('read the response (%s)', async (name) => {
    const reply = await ping(name)
    expect([reply.status, reply.headers['x-length'], reply.json()]).toEqual([200, String(reply.text.length), PONG])
    // What is sent while it comes about cannot be sent once it was read.
    const stream = await server.post(message(1, 'tools/call', { name: 'notify' }), { 'X-Middleware': name })
    expect([stream.status, stream.json()]).toEqual([500, rpcError('Server Error')])
    await server.logged('`response.clone()`')
  })

  it('take the body of the response away', async () => {
    expect((await ping('locks-response')).json()).toEqual(PONG)
    const stream = await server.post(message(1, 'tools/call', { name: 'notify' }), { 'X-Middleware': 'locks-response' })
    expect([stream.status, stream.json()]).toEqual([500, rpcError('Server Error')])
  })

  it('return a response of its own, and nothing else runs', async () => {
    const before = (await server.state('context-tool')).count
    const reply = await server.post(CALL, { 'X-Middleware': 'own' })
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([299, 'text/x-own', 'mine'])
    expect((await server.state('context-tool')).count).toBe(before)
  })

  // handlers §6, transport-sessions R8
  it('return null, a string or an object', async () => {
    const empty = await ping('null')
    expect([empty.status, empty.text]).toEqual([204, ''])
    const text = await ping('string')
    expect([text.status, text.text]).toEqual([200, '<b>text</b>'])
    expect(text.headers['content-type']).toContain('text/html')
    const object = await ping('object')
    expect(object.status).toBe(200)
    expect(object.headers['content-type']).toContain('application/json')
    expect(object.json()).toEqual({ own: true })
  })

  // handlers R31
  it('answer by itself, without the handler running after it', async () => {
    const before = (await server.state('context-tool')).count
    const reply = await server.post(CALL, { 'X-Middleware': 'redirect' })
    expect([reply.status, reply.headers.location]).toEqual([307, '/login'])
    expect((await server.state('context-tool')).count).toBe(before)
  })

  // handlers R30
  it('call `next()` twice: the handler runs once', async () => {
    const before = (await server.state('context-tool')).count
    expect((await server.post(CALL, { 'X-Middleware': 'twice' })).status).toBe(200)
    expect((await server.state('context-tool')).count).toBe(before + 1)
  })

  // handlers R29
  it('forget to await `next()`: the result is not lost', async () => {
    expect((await server.post(CALL, { 'X-Middleware': 'not-awaited' })).json()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
  })

  // handlers R28
  it('set context and headers', async () => {
    const headers = { 'X-Middleware': 'context', 'X-User': 'ann' }
    const reply = await server.post(CALL, headers)
    expect(reply.headers).toMatchObject({ 'x-from-middleware': 'yes', 'set-cookie': ['a=1', 'b=2'] })
    expect(reply.json()).toMatchObject({ result: { content: [{ text: JSON.stringify({ user: 'ann' }, null, 2) }] } })
    expect((await server.tools(headers)).map(({ name }) => name)).toContain('for-users')
    expect((await server.tools()).map(({ name }) => name)).not.toContain('for-users')
    expect(await server.callText('for-users', {}, headers)).toBe('hello ann')
  })

  // handlers R28: the answer is not sent before the middleware is done
  it('set headers after `next()`', async () => {
    expect((await ping('await-next')).headers['x-after']).toBe('set after next')
  })

  it('wrap a stream', async () => {
    for (const name of ['await-next', 'return-next', 'copy']) {
      const reply = await server.post(message(1, 'tools/call', { name: 'notify' }), { 'X-Middleware': name })
      expect(reply.headers['content-type']).toBe('text/event-stream')
      expect(reply.events(), name).toHaveLength(2)
    }
  })

  // handlers R55, R57, transport-sessions R25
  it('read the body', async () => {
    const reply = await server.post(CALL, { 'X-Middleware': 'reads-body' })
    expect(reply.headers).toMatchObject({ 'x-body-method': 'tools/call', 'x-tool-names': 'context' })
    expect(reply.json()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
    const batch = await server.post([CALL, message(2, 'tools/call', { name: 'layered' }), message(3, 'ping')], { 'X-Middleware': 'tool-names-only' })
    expect(batch.headers['x-tool-names']).toBe('context,layered')
    expect(batch.json()).toHaveLength(3)
    // handlers R56: no body that could be read
    expect((await server.post('not json', { 'X-Middleware': 'tool-names-only' })).status).toBe(400)
  })
})

describe('what a middleware throws', () => {
  // handlers §6, §13, R71: JSON-RPC with the status of the error
  it.each<[string, number, unknown, unknown]>([
    ['http-error', 403, 'not you', { need: 'admin' }],
    ['unauthorized', 401, 'sign in', undefined],
    ['bad-request', 400, 'bad header', undefined],
    ['error-after-next', 409, 'changed my mind', undefined],
  ])('%s', async (name, status, text, data) => {
    const reply = await ping(name)
    expect([reply.status, reply.headers['content-type']]).toEqual([status, 'application/json'])
    expect(reply.json()).toEqual(rpcError(text, data))
  })

  // handlers §6: generic in production
  it.each(['error', 'rejected'])('%s keeps its reason on the server', async (name) => {
    const reply = await ping(name)
    expect(reply.status).toBe(500)
    expect(reply.json()).toEqual(rpcError('Server Error'))
    expect(reply.text).not.toContain('secret')
    await server.logged('a secret reason')
  })

  it('is never the code that means "session not found"', async () => {
    expect((await ping('protocol-error')).json()).not.toMatchObject({ error: { code: -32001 } })
  })
})

describe('when a middleware runs', () => {
  async function runs(run: string): Promise<number> {
    return (await server.state(`middleware:${run}`)).count
  }

  // handlers R27
  it('on every POST, once', async () => {
    const bodies = [message(1, 'initialize', INITIALIZE), { jsonrpc: '2.0', method: 'notifications/initialized' }, message(1, 'tools/list'), CALL, [message(1, 'ping'), message(2, 'ping')]]
    for (const body of bodies) await server.post(body, { 'X-Run': 'posts' })
    expect(await runs('posts')).toBe(bodies.length)
  })

  // handlers R18, and the decision that refusals come first
  it('not on a request that is refused before', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD']) {
      const reply = await http(server.url, { method, headers: { 'X-Run': 'refused' } })
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
    }
    await server.post(message(1, 'ping'), { 'X-Run': 'refused', 'Origin': 'https://evil.test' })
    await server.post(message(1, 'ping'), { 'X-Run': 'refused', 'Host': 'evil.test' })
    await server.post(message(1, 'ping'), { 'X-Run': 'refused', 'Accept': 'image/png' })
    await server.post(message(1, 'ping'), { 'X-Run': 'refused', 'Content-Type': 'text/plain' })
    expect(await runs('refused')).toBe(0)
  })
})
