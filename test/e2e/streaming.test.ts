import { type Socket, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { INITIALIZE, type JsonRpcReply, MCP_HEADERS, message } from '../helpers/endpoint'
import { openRequest, parseEvents } from '../helpers/http'
import { connectClient } from '../helpers/mcp-client'
import { waitFor } from '../helpers/process'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const LOG = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'first' } }
const FINISHED = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'finished' }] } }

function notify(args: object = {}, progressToken?: string): object {
  return message(1, 'tools/call', { name: 'notify', arguments: args, ...(progressToken && { _meta: { progressToken } }) })
}

describe('a handler that notifies', () => {
  // README 3, transport-sessions R17
  it('turns the answer into an event stream, the result last', async () => {
    const reply = await server.post(notify({}, 'token'))
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(reply.headers['cache-control']).toContain('no-cache')
    expect(reply.events()).toEqual([
      LOG,
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'token', progress: 1, total: 2 } },
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'token', progress: 2, total: 2, message: 'done' } },
      FINISHED,
    ])
    expect(parseEvents(reply.text).map(({ event }) => event)).toEqual(['message', 'message', 'message', 'message'])
  })

  // RFC 9112 9.6: a client that wants its connection closed need not wait for a timeout
  it.each(['close', 'keep-alive'])('leaves a connection as the client wants it: %s', async (connection) => {
    const reply = await server.post(notify(), { Connection: connection })
    expect([reply.headers['content-type'], reply.headers.connection]).toEqual(['text/event-stream', connection])
  })

  // MCP 2025-11-25 basic/utilities/progress: a token is a string or a number, 0 included
  it('sends progress for the token 0', async () => {
    const reply = await server.post(message(0, 'tools/call', { name: 'notify', arguments: {}, _meta: { progressToken: 0 } }))
    expect(reply.events<{ id?: number, params?: { progressToken?: number } }>().map(({ id, params }) => id ?? params?.progressToken)).toEqual([undefined, 0, 0, 0])
  })

  // transport-sessions R17: what is sent arrives at once, not with the result
  it('is heard before it is done', async () => {
    const { response } = openRequest(server.url, { method: 'POST', headers: MCP_HEADERS, body: JSON.stringify(notify({ hold: 'stream-hold' })) })
    let text = ''
    const stream = (await response).setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
    })
    const ended = new Promise(resolve => stream.once('end', resolve))
    await waitFor('the first event', () => text.includes('first') || undefined)
    expect(text).not.toContain('finished')
    await server.remember('stream-hold', 'go')
    await ended
    expect(parseEvents(text).map(({ data }) => JSON.parse(data))).toEqual([LOG, FINISHED])
  })

  // the decision on Accept: notifications are dropped
  it.each(['application/json', 'application/json, text/event-stream;q=0'])('answers JSON to a client that accepts `%s`', async (accept) => {
    const reply = await server.post(notify({}, 'token'), { Accept: accept })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json'])
    expect(reply.json()).toEqual(FINISHED)
  })

  // README 3: only when something is emitted before the result
  it('is the only reason for a stream', async () => {
    const reply = await server.post(message(1, 'tools/call', { name: 'add', arguments: { a: 1 } }))
    expect(reply.headers['content-type']).toBe('application/json')
  })

  // transport-sessions §3.2
  it('turns the answer to a batch into a stream with one event per response', async () => {
    const reply = await server.post([message(2, 'ping'), notify(), message(3, 'tools/call', { name: 'add', arguments: { a: 1 } })])
    expect(reply.headers['content-type']).toBe('text/event-stream')
    const ids = reply.events<JsonRpcReply>().map(({ id }) => id).filter(id => id !== undefined)
    expect([...ids].sort()).toEqual([1, 2, 3])
  })

  it('reaches the official client', async () => {
    const client = await connectClient(server.url)
    const progress: number[] = []
    const result = await client.callTool({ name: 'notify', arguments: {} }, undefined, { onprogress: ({ progress: value }) => progress.push(value) })
    expect(result.content).toEqual([{ type: 'text', text: 'finished' }])
    expect(progress).toEqual([1, 2])
  })

  it('after its answer harms nobody', async () => {
    expect(await server.callText('late')).toBe('answered')
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await server.callText('late')).toBe('answered')
  })
})

describe('a client that leaves', () => {
  // transport-sessions R16
  it.each([['leaves-json', false], ['leaves-stream', true]])('aborts the running handler: %s', async (id, stream) => {
    const body = JSON.stringify(message(1, 'tools/call', { name: 'wait', arguments: { id, stream } }))
    const { response, abort } = openRequest(server.url, { method: 'POST', headers: MCP_HEADERS, body })
    response.catch(() => undefined)
    await waitFor('the handler runs', async () => (await server.state(`started:${id}`)).value || undefined)
    abort()
    expect(await waitFor('the handler ends', async () => (await server.state(`aborted:${id}`)).value ?? undefined)).toBe(true)
  })

  it('the others do not abort', async () => {
    const body = message(1, 'tools/call', { name: 'wait', arguments: { id: 'stays' } })
    const reply = server.post(body)
    await waitFor('the handler runs', async () => (await server.state('started:stays')).value || undefined)
    await server.remember('release:stays', 'go')
    expect((await reply).json()).toMatchObject({ result: { content: [{ text: 'released' }] } })
    expect((await server.state('aborted:stays')).value).toBe(false)
  })

  it('may be notified without harm', async () => {
    const body = JSON.stringify(message(1, 'tools/call', { name: 'wait', arguments: { id: 'leaves-notify', farewell: true } }))
    const { response, abort } = openRequest(server.url, { method: 'POST', headers: MCP_HEADERS, body })
    response.catch(() => undefined)
    await waitFor('the handler runs', async () => (await server.state('started:leaves-notify')).value || undefined)
    abort()
    await waitFor('the handler ends', async () => (await server.state('aborted:leaves-notify')).value ?? undefined)
    expect(await server.result('ping')).toEqual({})
  })

  it('before its body is complete leaves the server usable', async () => {
    const { response, abort } = openRequest(server.url, { method: 'POST', headers: { ...MCP_HEADERS, 'Content-Length': '1000' } })
    response.catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, 50))
    abort()
    expect(await server.result('ping')).toEqual({})
  })
})

// RFC 9112 9.3.2: pipelining; the answers come in order
describe('requests that follow each other on a connection without waiting', () => {
  /** Sends them at once, and reads what comes back. */
  function pipeline(...messages: object[]): { socket: Socket, received: () => string } {
    let received = ''
    const socket = connect(server.port, '127.0.0.1').on('error', () => {}).on('data', (chunk) => {
      received += chunk
    })
    for (const body of messages.map(value => JSON.stringify(value))) {
      const headers = { ...MCP_HEADERS, 'Host': 'localhost', 'Content-Length': body.length }
      socket.write(`POST /mcp HTTP/1.1\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
    }
    return { socket, received: () => received }
  }

  it('are all answered, with streams and without', async () => {
    const { socket, received } = pipeline(notify(), { ...notify(), id: 2 }, message(3, 'ping'), { ...notify(), id: 4 }, message(5, 'ping'))
    const ids = await waitFor('five answers', () => {
      const found = [...received().matchAll(/"id":(\d)/g)].map(([, id]) => Number(id))
      return found.length === 5 ? found : undefined
    })
    socket.destroy()
    expect(ids).toEqual([1, 2, 3, 4, 5])
    expect(received().match(/HTTP\/1.1 200 OK/g)).toHaveLength(5)
    expect(received().match(/"data":"first"/g)).toHaveLength(3)
  })

  it.each([['queued-json', false], ['queued-stream', true]])('abort with the connection, although it is not their turn: %s', async (id, stream) => {
    const wait = (name: string) => message(1, 'tools/call', { name: 'wait', arguments: { id: name, stream } })
    const { socket } = pipeline(wait(`${id}-first`), wait(id))
    await waitFor('both handlers run', async () => ((await server.state(`started:${id}`)).value && (await server.state(`started:${id}-first`)).value) || undefined)
    socket.destroy()
    for (const name of [`${id}-first`, id]) {
      expect(await waitFor(`the handler of ${name} ends`, async () => (await server.state(`aborted:${name}`)).value ?? undefined)).toBe(true)
    }
  })

  it('do not pile anything up', async () => {
    const { socket, received } = pipeline(...Array.from({ length: 50 }, (_, id) => id === 0 ? message(id, 'tools/call', { name: 'wait', arguments: { id: 'many' } }) : message(id, 'ping')))
    await waitFor('the first handler runs', async () => (await server.state('started:many')).value || undefined)
    await server.remember('release:many', 'go')
    await waitFor('all answers', () => received().match(/HTTP\/1.1 200 OK/g)?.length === 50 || undefined)
    socket.destroy()
    expect(server.output()).not.toContain('MaxListenersExceededWarning')
  })
})

// transport-sessions R17, R18: the answer could not arrive, so nobody waits for it
it('a request to the client fails at once', async () => {
  const result = await server.call('ask')
  expect(result.isError).toBe(true)
  const client = await connectClient(server.url, { capabilities: { roots: {} } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }))
  expect((await client.callTool({ name: 'ask' })).isError).toBe(true)
})

// transport-sessions R17, handlers R47: nothing can be delivered between requests
it('changed lists are not promised', async () => {
  const { capabilities } = await server.result<{ capabilities: object }>('initialize', INITIALIZE)
  expect(JSON.stringify(capabilities)).not.toContain('listChanged')
})
