import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveOptions } from '../../../../../src/options'
import { setAuthInfo } from '../../../../../src/runtime/server/auth/auth-info'
import { compilePrompts, compileResources, compileTools } from '../../../../../src/runtime/server/compile/compile'
import { createGuards } from '../../../../../src/runtime/server/compile/guards'
import { createPools } from '../../../../../src/runtime/server/compile/pool'
import { notifyMcpListChanged } from '../../../../../src/runtime/server/composables/notify-mcp-list-changed'
import { notifyMcpResourceUpdated } from '../../../../../src/runtime/server/composables/notify-mcp-resource-updated'
import type { McpAuthInfo } from '../../../../../src/runtime/server/define/auth'
import { log } from '../../../../../src/runtime/server/observability/log'
import type { HttpAnswer } from '../../../../../src/runtime/server/http/answer'
import { listen, withListenCapabilities } from '../../../../../src/runtime/server/protocol/listen'
import { ListenStreams } from '../../../../../src/runtime/server/protocol/listen-streams'
import type { McpSubscriptionsConfig } from '../../../../../src/runtime/types/config'

vi.mock('nitropack/runtime', () => ({ cachedFunction: (run: unknown) => run }))

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'
const { config } = resolveOptions({ name: 'app' })
const guard = vi.fn(async () => false)
const pools = createPools(compileTools([]), compileResources([
  { name: 'news', uri: 'app://news', handler: () => '' },
  { name: 'page', uri: 'app://page/{id}', handler: () => '' },
  { name: 'secret', uri: 'app://secret', enabled: guard, handler: () => '' },
  { name: 'scoped', uri: 'app://scoped', scopes: ['read'], handler: () => '' },
], {}), compilePrompts([]))

interface Given {
  id?: string | number
  subject?: string
  address?: string
  handler?: string
  accept?: string
  auth?: McpAuthInfo
  limits?: Partial<McpSubscriptionsConfig>
}

interface Opened {
  answer: HttpAnswer
  /** The messages that came so far. */
  messages: () => { id?: unknown, method?: string, params?: Record<string, unknown>, result?: unknown }[]
  isEnded: () => boolean
  /** What the client does not read waits here. */
  setBacklog: (bytes: number) => void
  disconnect: () => void
}

let streams: ListenStreams

beforeEach(() => {
  streams = new ListenStreams()
})

afterEach(() => {
  streams.close()
  vi.useRealTimers()
})

async function open(notifications: unknown, given: Given = {}): Promise<Opened> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: given.address ?? '10.0.0.1' })
  const request = new IncomingMessage(socket)
  request.headers.accept = given.accept ?? 'application/json, text/event-stream'
  const response = new ServerResponse(request)
  let backlog = 0
  Object.defineProperty(response, 'writableLength', { get: () => backlog })
  const event = createEvent(request, response)
  if (given.auth) setAuthInfo(event, given.auth)
  const answer = await listen(event, { jsonrpc: '2.0', id: given.id ?? 'sub-1', method: 'subscriptions/listen', params: { notifications } }, {
    view: { pools, isEnabled: createGuards(event) },
    endpoint: { name: given.handler, config: { ...config, subscriptions: { ...config.subscriptions, ...given.limits } } },
    identity: { info: { name: 'app', version: '1' } },
    subject: given.subject,
    streams,
  })
  const { text, isEnded } = read(answer)
  return {
    answer,
    messages: () => text().split('\n\n').flatMap(frame => /^data: (.*)$/m.exec(frame)?.[1] ?? []).map(json => JSON.parse(json)),
    isEnded,
    setBacklog: (bytes) => { backlog = bytes },
    disconnect: () => response.emit('close'),
  }
}

function read({ body }: HttpAnswer): { text: () => string, isEnded: () => boolean } {
  let text = typeof body === 'string' ? body : ''
  let ended = typeof body === 'string'
  if (body instanceof ReadableStream) {
    const decoder = new TextDecoder()
    void body.pipeTo(new WritableStream({
      write: (chunk: Uint8Array) => {
        text += decoder.decode(chunk)
      },
    })).then(() => {
      ended = true
    })
  }
  return { text: () => text, isEnded: () => ended }
}

/** Everything that is on its way arrives. */
const settle = () => new Promise(resolve => setTimeout(resolve, 5))
const methodsOf = ({ messages }: Opened) => messages().map(({ method, result }) => method ?? (result ? 'result' : 'error'))
const errorOf = ({ answer }: Opened) => JSON.parse(String(answer.body))

// protocol-2026-07-28, Streams: acknowledgement first, every message with the subscription's id, filtered to what was
// asked, a limit on open streams, ended with a result on shutdown
describe('subscriptions/listen', () => {
  it('acknowledges what is delivered, and then tells of it', async () => {
    const stream = await open({ toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['app://news'] }, { id: 7 })
    expect(stream.answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
    await notifyMcpListChanged('tools')
    await notifyMcpResourceUpdated('app://news')
    await settle()
    const _meta = { [SUBSCRIPTION_ID]: 7 }
    expect(stream.messages()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['app://news'] }, _meta } },
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'app://news', _meta } },
    ])
    expect(stream.isEnded()).toBe(false)
  })

  it('tells of nothing that was not asked for', async () => {
    const stream = await open({ promptsListChanged: true, resourceSubscriptions: ['app://page/1'] })
    await notifyMcpListChanged('tools')
    await notifyMcpListChanged('resources')
    await notifyMcpResourceUpdated('app://news')
    await notifyMcpResourceUpdated('app://page/2')
    await settle()
    expect(methodsOf(stream)).toEqual(['notifications/subscriptions/acknowledged'])
  })

  it('tells of the lists of its own handler, and of all', async () => {
    const [admin, main] = [await open({ toolsListChanged: true }, { handler: 'admin' }), await open({ toolsListChanged: true })]
    await notifyMcpListChanged('tools', { handler: 'admin' })
    await settle()
    expect([methodsOf(admin).length, methodsOf(main).length]).toEqual([2, 1])
    await notifyMcpListChanged('tools')
    await settle()
    expect([methodsOf(admin).length, methodsOf(main).length]).toEqual([3, 2])
  })

  it('spells a URI as the client does, once', async () => {
    const stream = await open({ resourceSubscriptions: ['APP://news', 'app://news', 'app://news'] })
    await notifyMcpResourceUpdated('app://news')
    await settle()
    expect(stream.messages().map(({ params }) => params?.notifications ?? params?.uri)).toEqual([{ resourceSubscriptions: ['APP://news'] }, 'APP://news'])
  })

  it('leaves out what the caller does not see, and what is no resource', async () => {
    const asked = ['app://news', 'app://page/1', 'app://secret', 'app://scoped', 'app://nowhere', 'news', '', `app://page/${'x'.repeat(2048)}`]
    const stream = await open({ resourceSubscriptions: asked })
    await settle()
    expect(stream.messages()[0]?.params?.notifications).toEqual({ resourceSubscriptions: ['app://news', 'app://page/1'] })
    const scoped = await open({ resourceSubscriptions: ['app://scoped'] }, { auth: { token: 't', clientId: 'c', scopes: ['read'] } })
    await settle()
    expect(scoped.messages()[0]?.params?.notifications).toEqual({ resourceSubscriptions: ['app://scoped'] })
  })

  it('ends at once where there is nothing to tell, and takes no place', async () => {
    const stream = await open({ resourceSubscriptions: ['app://secret'] }, { id: 'x' })
    await settle()
    expect(stream.messages()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta: { [SUBSCRIPTION_ID]: 'x' } } },
      { jsonrpc: '2.0', id: 'x', result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: 'x', 'io.modelcontextprotocol/serverInfo': { name: 'app', version: '1' } } } },
    ])
    expect([stream.isEnded(), streams.size]).toEqual([true, 0])
  })

  it('ends with a result when the process does, after what was still to be told', async () => {
    const stream = await open({ toolsListChanged: true })
    void notifyMcpListChanged('tools')
    streams.close()
    await settle()
    expect(methodsOf(stream)).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed', 'result'])
    expect([stream.isEnded(), streams.size]).toEqual([true, 0])
    const late = await open({ toolsListChanged: true })
    expect([late.answer.status, late.answer.headers?.['retry-after'], errorOf(late)]).toMatchObject([503, '1', { id: 'sub-1', error: { code: -32000 } }])
  })

  it('ends with the token that opened it', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stream = await open({ toolsListChanged: true }, { auth: { token: 't', clientId: 'c', scopes: [], expiresAt: 1005 } })
    await vi.advanceTimersByTimeAsync(4999)
    expect(stream.isEnded()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await settle()
    expect([methodsOf(stream).at(-1), stream.isEnded(), streams.size]).toEqual(['result', true, 0])
  })

  it('goes on with a token that outlives the longest timer', async () => {
    const stream = await open({ toolsListChanged: true }, { auth: { token: 't', clientId: 'c', scopes: [], expiresAt: 1e15 } })
    await settle()
    expect(stream.isEnded()).toBe(false)
  })

  it.each([
    ['nothing', undefined], ['null', null], ['a list', []], ['text', 'tools'], ['a flag that is none', { toolsListChanged: 'yes' }],
    ['resources that are no list', { resourceSubscriptions: 'app://news' }], ['a URI that is none', { resourceSubscriptions: [5] }],
  ])('refuses %s', async (_label, notifications) => {
    const refused = await open(notifications, { id: 3 })
    expect([refused.answer.status, errorOf(refused)]).toMatchObject([200, { jsonrpc: '2.0', id: 3, error: { code: -32602 } }])
    expect(errorOf(refused).error.message).toMatch(/^Invalid params for subscriptions\/listen: .+ at notifications/)
    expect(streams.size).toBe(0)
  })

  it('refuses too many resources', async () => {
    const refused = await open({ resourceSubscriptions: ['app://page/1', 'app://page/2', 'app://page/3'] }, { limits: { maxResources: 2 } })
    expect(errorOf(refused).error).toEqual({ code: -32602, message: 'Too many resources for one stream: 3 of at most 2' })
  })

  it('refuses clients that take no event stream', async () => {
    const refused = await open({ toolsListChanged: true }, { accept: 'application/json' })
    expect([refused.answer.status, errorOf(refused).id]).toEqual([406, 'sub-1'])
  })

  it('is an unknown method where it is switched off', async () => {
    const refused = await open({ toolsListChanged: true }, { limits: { enabled: false } })
    expect([refused.answer.status, errorOf(refused)]).toMatchObject([404, { id: 'sub-1', error: { code: -32601, message: 'Method not found' } }])
  })
})

describe('limits of open streams', () => {
  const limits = { maxStreams: 3, maxStreamsPerCaller: 2 }
  const ask = (given: Given) => open({ toolsListChanged: true }, { limits, ...given })

  it('hold for an address, for a subject of an endpoint, and for all', async () => {
    const answers = [
      await ask({ subject: 'ann', handler: 'a' }), await ask({ subject: 'ann', handler: 'a' }), await ask({ subject: 'ann', handler: 'a' }),
      await ask({ subject: 'ann', handler: 'b' }), await ask({}),
    ]
    expect(answers.map(({ answer }) => answer.status)).toEqual([200, 200, 429, 200, 429])
    const refused = answers.filter(({ answer }) => answer.status === 429)
    expect(refused.map(errorOf)).toEqual([
      { jsonrpc: '2.0', id: 'sub-1', error: { code: -32000, message: 'Too many open streams: you have as many as may be' } },
      { jsonrpc: '2.0', id: 'sub-1', error: { code: -32000, message: 'Too many open streams: the server has as many as may be' } },
    ])
    expect(refused.map(({ answer }) => answer.headers?.['retry-after'])).toEqual(['30', '30'])
  })

  it('tell addresses apart', async () => {
    const answers = [await ask({ address: '10.0.0.1' }), await ask({ address: '10.0.0.1' }), await ask({ address: '10.0.0.1' }), await ask({ address: '10.0.0.2' })]
    expect(answers.map(({ answer }) => answer.status)).toEqual([200, 200, 429, 200])
  })

  it('count nobody who left', async () => {
    const [first, second] = [await ask({}), await ask({})]
    first.disconnect()
    first.disconnect()
    await settle()
    expect([first.isEnded(), streams.size, (await ask({})).answer.status, (await ask({})).answer.status]).toEqual([true, 1, 200, 429])
    await notifyMcpListChanged('tools')
    await settle()
    expect([methodsOf(first).length, methodsOf(second).length]).toEqual([1, 2])
  })

  it('count nobody whose reader left', async () => {
    const body = await openUnread()
    expect(streams.size).toBe(1)
    await body.cancel()
    expect(streams.size).toBe(0)
  })

  it('count nobody who left while a guard was asked', async () => {
    const answers: ((isEnabled: boolean) => void)[] = []
    guard.mockImplementationOnce(() => new Promise(resolve => answers.push(resolve)))
    const socket = new Socket()
    const request = new IncomingMessage(socket)
    const response = new ServerResponse(request)
    const event = createEvent(request, response)
    const answer = listen(event, { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: { resourceSubscriptions: ['app://secret'] } } }, {
      view: { pools, isEnabled: createGuards(event) }, endpoint: { name: undefined, config }, identity: { info: { name: 'app', version: '1' } }, subject: undefined, streams,
    })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    expect(streams.size).toBe(1)
    response.emit('close')
    answers[0]?.(true)
    const { text, isEnded } = read(await answer)
    await settle()
    expect([streams.size, isEnded(), text().includes('result')]).toEqual([0, true, false])
  })
})

describe('clients that do not keep up', () => {
  it('hear once of what changed often, in a burst', async () => {
    const stream = await open({ toolsListChanged: true, resourceSubscriptions: ['app://news'] })
    for (let count = 0; count < 10_000; count++) {
      void notifyMcpListChanged('tools')
      void notifyMcpResourceUpdated('app://news')
    }
    await settle()
    expect(methodsOf(stream)).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed', 'notifications/resources/updated'])
  })

  it('hear of it when they read again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stream = await open({ toolsListChanged: true, promptsListChanged: true })
    stream.setBacklog(1024 * 1024)
    for (const list of ['tools', 'prompts', 'tools'] as const) await notifyMcpListChanged(list)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(methodsOf(stream)).toEqual(['notifications/subscriptions/acknowledged'])
    stream.setBacklog(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(methodsOf(stream)).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed', 'notifications/prompts/list_changed'])
  })
})

// `server/discover`: no `listChanged` or `subscribe` unless the stream really delivers them
it('is what discover promises, where it is on', () => {
  const given = { logging: {}, tools: {}, resources: {}, completions: {} }
  expect(withListenCapabilities(given, config.subscriptions)).toEqual({ logging: {}, tools: { listChanged: true }, resources: { listChanged: true, subscribe: true }, completions: {} })
  expect(withListenCapabilities(given, { ...config.subscriptions, enabled: false })).toBe(given)
})

async function openUnread(): Promise<ReadableStream> {
  const request = new IncomingMessage(new Socket())
  const event = createEvent(request, new ServerResponse(request))
  const { body } = await listen(event, { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } }, {
    view: { pools, isEnabled: () => true }, endpoint: { name: undefined, config }, identity: { info: { name: 'app', version: '1' } }, subject: undefined, streams,
  })
  if (!(body instanceof ReadableStream)) throw new Error('The answer is no stream')
  return body
}

// Guards are asked with each request of these clients; a stream is a long one.
describe('a guard of a resource that is listened to', () => {
  afterEach(() => {
    guard.mockReset().mockResolvedValue(false)
  })

  it('is asked again before the client is told', async () => {
    guard.mockResolvedValue(true)
    const opened = await open({ resourceSubscriptions: ['app://secret', 'app://news'] })
    await notifyMcpResourceUpdated('app://secret')
    await settle()
    guard.mockResolvedValue(false)
    await notifyMcpResourceUpdated('app://secret')
    await notifyMcpResourceUpdated('app://news')
    await settle()
    expect(opened.messages().map(({ params }) => params?.uri)).toEqual([undefined, 'app://secret', 'app://news'])
    guard.mockResolvedValue(true)
    await notifyMcpResourceUpdated('app://secret')
    await settle()
    expect(opened.messages().map(({ params }) => params?.uri)).toEqual([undefined, 'app://secret', 'app://news', 'app://secret'])
  })

  it('that fails counts as a no', async () => {
    guard.mockResolvedValue(true)
    const opened = await open({ resourceSubscriptions: ['app://secret'] })
    vi.spyOn(log, 'error').mockReturnValueOnce(undefined)
    guard.mockRejectedValueOnce(new Error('no database'))
    await notifyMcpResourceUpdated('app://secret')
    await settle()
    expect(methodsOf(opened)).toEqual(['notifications/subscriptions/acknowledged'])
  })

  it('that is slow is asked once for the changes meanwhile, and the client told of the last', async () => {
    guard.mockResolvedValue(true)
    const opened = await open({ resourceSubscriptions: ['app://secret'] })
    const before = guard.mock.calls.length
    let release = (_: boolean) => {}
    guard.mockImplementationOnce(() => new Promise<boolean>((resolve) => {
      release = resolve
    }))
    await notifyMcpResourceUpdated('app://secret')
    await settle()
    for (const _ of [1, 2, 3]) {
      await notifyMcpResourceUpdated('app://secret')
      await settle()
    }
    expect(guard.mock.calls.length).toBe(before + 1)
    release(true)
    await settle()
    expect(opened.messages().map(({ params }) => params?.uri)).toEqual([undefined, 'app://secret', 'app://secret'])
  })

  it('keeps no stream from ending', async () => {
    guard.mockResolvedValue(true)
    const opened = await open({ resourceSubscriptions: ['app://secret'] })
    guard.mockReturnValue(new Promise(() => {}))
    await notifyMcpResourceUpdated('app://secret')
    streams.close()
    await settle()
    expect(methodsOf(opened)).toEqual(['notifications/subscriptions/acknowledged', 'result'])
  })
})
