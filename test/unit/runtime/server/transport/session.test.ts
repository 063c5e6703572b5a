import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { type HttpAnswer, toResponse } from '../../../../../src/runtime/server/http/answer'
import { EventStore } from '../../../../../src/runtime/server/session/event-store'
import { SessionTransport } from '../../../../../src/runtime/server/transport/session'
import { createAnswerer, createPosted } from './answerer'
import { createMemoryStorage } from '../session/memory-storage'

const SESSION = '11111111-1111-4111-8111-111111111111'

function setup({ replay = true, version = '2025-11-25' } = {}) {
  const { useStorage } = createMemoryStorage()
  const events = replay ? new EventStore(useStorage('mcp:sessions-meta:x'), { maxEvents: 100, maxBytes: 10_000 }, 1) : undefined
  const transport = new SessionTransport({ sessionId: SESSION, instance: 'i1', protocolVersion: version, events, retry: 7 })
  const received: JSONRPCMessage[] = []
  transport.onmessage = message => void received.push(message)
  const connection = { backlog: () => 0 }
  const post = (messages: JSONRPCMessage[], { batch = false, acceptsStream = true } = {}) => {
    let onFinished = () => {}
    const finished = new Promise<void>((resolve) => {
      onFinished = resolve
    })
    return { ...transport.post({ ...connection, messages, batch, acceptsStream, posted: createPosted(), onFinished }), finished }
  }
  const listen = (lastEventId?: string) => transport.listen(connection, lastEventId)
  return { transport, received, post, listen }
}

const request = (id: RequestId, method = 'tools/list'): JSONRPCMessage => ({ jsonrpc: '2.0', id, method })
const response = (id: RequestId, result: object = {}): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { ...result } })
const notification = (data: number) => ({ jsonrpc: '2.0' as const, method: 'notifications/message', params: { data } })
const cancel = (requestId: RequestId): JSONRPCMessage => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
const opened = () => new Promise(resolve => setTimeout(resolve, 5))

/** Reads a body until it ends. */
function text(answer: HttpAnswer): Promise<string> {
  return toResponse(answer).text()
}

/** What a stream has sent so far. */
function watch(answer: HttpAnswer): () => string {
  if (!(answer.body instanceof ReadableStream)) throw new Error('The answer is no stream')
  let received = ''
  void answer.body.pipeTo(new WritableStream({ write: (chunk) => {
    received += new TextDecoder().decode(chunk)
  } }))
  return () => received
}

describe('SessionTransport', () => {
  // R43
  it('sends what is ready at once in one piece', async () => {
    const { transport, post } = setup()
    const { answer } = post([request(1)])
    await transport.send(notification(1), { relatedRequestId: 1 })
    await transport.send(response(1))
    const { status, headers, body } = await answer
    expect([status, headers?.['content-type'], headers?.['mcp-session-id'], body instanceof ReadableStream]).toEqual([200, 'text/event-stream', SESSION, false])
    expect(await text(await answer)).toBe('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":1}}\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')
  })

  it.each([
    ['with ids', {}, `id: ${SESSION}.i1-1_0\nretry: 7\ndata: \n\nevent: message\nid: ${SESSION}.i1-1_1\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n`],
    ['with ids for older clients', { version: '2025-06-18' }, `: open\nretry: 7\n\nevent: message\nid: ${SESSION}.i1-1_1\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n`],
    ['without ids', { replay: false }, ': open\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'],
  ])('opens a stream %s for what takes longer', async (_label, options, expected) => {
    const { transport, post } = setup(options)
    const { answer } = post([request(1)])
    const sent = watch(await answer)
    await transport.send(response(1))
    await opened()
    expect(sent()).toBe(expected)
  })

  it('answers JSON, in the order of the requests, where no stream is taken', async () => {
    const { transport, post } = setup()
    const { answer } = post([request(1), request(2)], { batch: true, acceptsStream: false })
    await opened()
    await transport.send(response(2))
    await transport.send(response(1))
    expect(await text(await answer)).toBe('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]')
    expect(await post([cancel(9)]).answer).toEqual({ status: 202 })
  })

  // R49
  it.each([1, 0, 'a'])('ends the stream of the cancelled request %j', async (id) => {
    const { post, received } = setup()
    const { answer, finished } = post([request(id)])
    const sent = watch(await answer)
    post([cancel(id)])
    await finished
    expect(sent()).not.toContain('data: {')
    expect(received).toHaveLength(2)
  })

  it.each([1, 0, 'a'])('aborts the handler of the cancelled request %j, and of none that was answered', async (id) => {
    const { transport, post } = setup()
    const signals: AbortSignal[] = []
    transport.answerer = createAnswerer(({ params }, { signal }) => {
      signals.push(signal)
      return params ? {} : new Promise(() => {})
    })
    const { answer, finished } = post([request(id)])
    await answer
    post([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'enough' } }])
    await finished
    expect([signals[0]?.aborted, signals[0]?.reason]).toEqual([true, 'enough'])
    await post([{ jsonrpc: '2.0', id, method: 'tools/list', params: {} }]).answer
    post([cancel(id)])
    expect(signals[1]?.aborted).toBe(false)
  })

  it('waits for no answer to a question that could not be sent', async () => {
    const { transport, post, received } = setup()
    post([request(1)])
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    await expect(transport.send({ jsonrpc: '2.0', id: 5, method: 'elicitation/create', params: cycle }, { relatedRequestId: 1 })).rejects.toThrow(TypeError)
    const before = received.length
    post([response('i1:5')])
    expect(received.slice(before)).toEqual([])
  })

  it('aborts all handlers with the session', async () => {
    const { transport, post } = setup()
    let signal: AbortSignal | undefined
    transport.answerer = createAnswerer((_, extra) => {
      signal = extra.signal
      return new Promise(() => {})
    })
    const { answer } = post([request(1)])
    await transport.close()
    expect([(await answer).status, signal?.aborted]).toEqual([404, true])
  })

  it('leaves other requests of a batch alone', async () => {
    const { transport, post } = setup()
    const { answer } = post([request(1), request(2)], { batch: true, acceptsStream: false })
    post([cancel(1), cancel(1), cancel(77)])
    await transport.send(response(1))
    await transport.send(response(2))
    expect(await text(await answer)).toBe('[{"jsonrpc":"2.0","id":2,"result":{}}]')
  })

  it('refuses an id that is in use, and forgets it afterwards', async () => {
    const { transport, post } = setup()
    const first = post([request(1), request(2)], { batch: true })
    expect((await post([request(2)]).answer).status).toBe(400)
    await transport.send(response(1))
    await transport.send(response(2))
    await first.finished
    const again = post([request(2)])
    await transport.send(response(2))
    expect((await again.answer).status).toBe(200)
  })

  describe('questions to the client', () => {
    it('name the process, and take one answer', async () => {
      const { transport, post, received } = setup()
      const { answer } = post([request(1)])
      const sent = watch(await answer)
      await transport.send(request(0, 'roots/list'), { relatedRequestId: 1 })
      await opened()
      expect(sent()).toContain('{"jsonrpc":"2.0","id":"i1:0","method":"roots/list"}')
      received.length = 0
      for (const id of ['i1:1', 0, '0', 'i2:0', 'i1:0', 'i1:0']) post([response(id)])
      expect(received).toEqual([response(0)])
    })

    it('can be taken back', async () => {
      const { transport, post, received } = setup()
      const { answer } = post([request(1)])
      const sent = watch(await answer)
      await transport.send(request(3, 'roots/list'), { relatedRequestId: 1 })
      await transport.send(cancel(3), { relatedRequestId: 1 })
      await opened()
      expect(sent()).toContain('"params":{"requestId":"i1:3"}')
      received.length = 0
      post([response('i1:3')])
      expect(received).toEqual([])
    })

    it('fail where nobody hears them', async () => {
      const { transport } = setup({ replay: false })
      await expect(transport.send(request(0, 'roots/list'))).rejects.toThrow('no stream open')
    })
  })

  describe('the GET stream', () => {
    it('takes what belongs to no request, or to one that has ended', async () => {
      const { transport, listen, post } = setup()
      const { answer } = await listen()
      const sent = watch(answer)
      const call = post([request(1)])
      await transport.send(response(1))
      await call.finished
      await transport.send(notification(1))
      await transport.send(notification(2), { relatedRequestId: 1 })
      await expect(transport.send({ jsonrpc: '2.0', method: 'notifications/progress' }, { relatedRequestId: 1 })).rejects.toThrow('after the request')
      await opened()
      expect(sent().match(/"data":\d/g)).toEqual(['"data":1', '"data":2'])
    })

    it('replaces the one before, and closes with its client', async () => {
      const { listen } = setup()
      const [first, second] = [await listen(), await listen()]
      await first.closed
      second.disconnect()
      await second.closed
    })

    it('loses nothing, and repeats nothing', async () => {
      const { transport, listen } = setup()
      await transport.send(notification(1))
      const first = await listen()
      const sent = watch(first.answer)
      await opened()
      await transport.send(notification(2))
      await opened()
      first.disconnect()
      expect(sent().match(/"data":\d/g)).toEqual(['"data":1', '"data":2'])
      await transport.send(notification(3))
      const second = watch((await listen()).answer)
      await transport.send(notification(4))
      await opened()
      expect(second().match(/"data":\d/g)).toEqual(['"data":3', '"data":4'])
      const third = watch((await listen(`${SESSION}.i1-get_1`)).answer)
      await opened()
      expect(third().match(/"data":\d/g)).toEqual(['"data":2', '"data":3', '"data":4'])
    })

    it('ends when its client does not read', async () => {
      const { transport } = setup()
      const { closed } = await transport.listen({ backlog: () => 100_000_000 }, undefined)
      await transport.send(notification(1))
      await closed
    })
  })

  describe('Last-Event-ID', () => {
    it('goes on with a stream that was left', async () => {
      const { transport, post, listen } = setup()
      const { answer, disconnect } = post([request(1)])
      const first = watch(await answer)
      await transport.send(notification(1), { relatedRequestId: 1 })
      await opened()
      disconnect()
      await transport.send(notification(2), { relatedRequestId: 1 })
      const second = watch((await listen(`${SESSION}.i1-1_1`)).answer)
      await transport.send(notification(3), { relatedRequestId: 1 })
      await transport.send(response(1))
      await opened()
      expect(first().match(/"data":\d/g)).toEqual(['"data":1'])
      expect(second().match(/"data":\d|"id":1/g)).toEqual(['"data":2', '"data":3', '"id":1'])
      const { answer: rest } = await listen(`${SESSION}.i1-1_3`)
      expect(await text(rest)).toContain('"id":1')
      expect((await listen(`${SESSION}.i1-1_4`)).answer.status).toBe(204)
    })

    it.each(['', 'x', '_', 'get_1', `${SESSION}.get_1`, `${SESSION}.i1-9_0`, `22222222-2222-4222-8222-222222222222.get_0`, `${SESSION}.get_-1`, `${SESSION}.get_99999999999999999999`])('%j is refused', async (id) => {
      expect((await setup().listen(id)).answer.status).toBe(400)
    })

    it('means nothing without replay', async () => {
      expect((await setup({ replay: false }).listen('x')).answer.status).toBe(200)
    })
  })

  it('lets handlers close the streams of clients that can come back', async () => {
    for (const version of ['2025-11-25', '2025-06-18']) {
      const { transport } = setup({ version })
      const closers: unknown[] = []
      transport.onmessage = (_message, extra) => void closers.push(extra?.closeSSEStream, extra?.closeStandaloneSSEStream)
      transport.post({ backlog: () => 0, messages: [request(1)], batch: false, acceptsStream: true, posted: createPosted(), onFinished: () => {} })
      expect(closers.map(closer => typeof closer)).toEqual(version === '2025-11-25' ? ['function', 'function'] : ['undefined', 'undefined'])
    }
  })

  // R58
  it('ends everything when it closes', async () => {
    const { transport, post, listen } = setup()
    let closed = 0
    transport.onclose = () => void closed++
    const stream = post([request(1)])
    const sent = watch(await stream.answer)
    const json = post([request(2)], { acceptsStream: false })
    const waiting = await listen()
    await transport.close()
    await transport.close()
    await Promise.all([stream.finished, json.finished, waiting.closed])
    expect(closed).toBe(1)
    expect(sent()).not.toContain('data: {')
    expect((await json.answer).status).toBe(404)
    expect((await post([request(3)]).answer).status).toBe(404)
    expect((await listen()).answer.status).toBe(404)
    await expect(transport.send(notification(1))).rejects.toThrow('has ended')
  })
})
