import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { createHooks } from 'hookable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createEndpoint } from '../../../../../src/runtime/server/pipeline/create-endpoint'
import type { McpHandlerOptions } from '../../../../../src/runtime/server/define/handler'
import { type HttpAnswer, toResponse } from '../../../../../src/runtime/server/http/answer'
import type { RuntimeHooks } from '../../../../../src/runtime/server/pipeline/hooks'
import { serveSession } from '../../../../../src/runtime/server/pipeline/serve-session'
import { createLocalBus } from '../../../../../src/runtime/server/session/bus'
import { SessionHost } from '../../../../../src/runtime/server/session/host'
import { SessionRequest } from '../../../../../src/runtime/server/session/session-request'
import type { McpConfig } from '../../../../../src/runtime/types/config'
import { createMemoryStorage } from '../session/memory-storage'

vi.mock('nitropack/runtime', () => ({}))
vi.mock('../../../../../src/runtime/server/observability/log', () => ({ log: { error: vi.fn(), debug: vi.fn() }, reportOnce: vi.fn() }))

// Two processes in one: they share a bus and a storage.

const config: McpConfig = {
  enabled: true, route: '/mcp', browserRedirect: '/', name: 'n', version: '1', dir: 'mcp', defaultHandlerStrategy: 'orphans',
  protocol: 'dual',
  sessions: { enabled: true, maxDuration: 60_000, maxSessions: 3, maxParallelRequests: 10, replay: { maxEvents: 10, maxBytes: 10_000 }, retryInterval: 1 },
  subscriptions: { enabled: true, maxStreams: 1, maxStreamsPerCaller: 1, maxResources: 1 },
  security: { trustProxy: false }, maxBodySize: 1000, maxBatchSize: 10, requestTimeout: 0, logging: false,
}
const hosts: SessionHost[] = []

afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.close()))
})

interface Sent {
  method?: string
  id?: string
  user?: string
  headers?: Record<string, string>
}

function setup(options: McpHandlerOptions = {}) {
  const storage = createMemoryStorage('shared')
  const bus = createLocalBus()
  const hooks = createHooks() as RuntimeHooks
  const built = vi.fn()
  hooks.hook('mcp:server:created', built)
  const endpoint = createEndpoint(config, {
    tools: [{ name: 'a', inputSchema: { text: z.string() }, handler: ({ text }: { text: string }) => text }, { name: 'b', handler: () => 'b' }],
    sessionSubject: event => event.node.req.headers['x-user']?.toString(),
    ...options,
  }, undefined, { tools: [], resources: [], prompts: [], files: {} }, '/')
  const createProcess = () => {
    const host = new SessionHost(config.sessions, storage.useStorage, bus)
    hosts.push(host)
    const send = async (message: object | undefined, { method = 'POST', id, user, headers = {} }: Sent = {}): Promise<HttpAnswer> => {
      const incoming = new IncomingMessage(new Socket())
      Object.assign(incoming, { method, url: '/mcp', headers: { accept: 'application/json, text/event-stream', ...(id && { 'mcp-session-id': id }), ...(user && { 'x-user': user }), ...headers } })
      const event = createEvent(incoming, new ServerResponse(incoming))
      const request = await SessionRequest.open(event, { host, route: '/mcp', subjectOf: endpoint.options.sessionSubject })
      try {
        return await serveSession(event, endpoint, message && { jsonrpc: '2.0', ...message }, request, { host, hooks, currentEvent: () => undefined })
      }
      finally {
        void request.finish()
      }
    }
    const open = async (sent: Sent = {}, capabilities: object = {}) => {
      const answer = await send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'client', version: '7' } } }, sent)
      return String(answer.headers?.['mcp-session-id'])
    }
    return { host, send, open }
  }
  return { here: createProcess(), there: createProcess(), storage, bus, built }
}

const ping = { id: 1, method: 'ping' }
const list = { id: 1, method: 'tools/list' }

function read(answer: HttpAnswer): Promise<string> {
  return toResponse(answer).text()
}

describe('a session of another process', () => {
  it('is served, with what its client said about itself', async () => {
    const { here, there } = setup()
    const id = await here.open({}, { roots: {} })
    expect((await there.send(ping, { id })).status).toBe(200)
    const copy = there.host.table.find(id)
    expect(copy?.parts.server.sdk.getClientCapabilities()).toEqual({ roots: {} })
    expect(copy?.parts.server.sdk.getClientVersion()).toMatchObject({ name: 'client', version: '7' })
  })

  it('is built once for requests that come together', async () => {
    const { here, there, built } = setup()
    const id = await here.open()
    built.mockClear()
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => there.send({ id: index, method: 'ping' }, { id })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect([built.mock.calls.length, there.host.table.size]).toEqual([1, 1])
  })

  it('has the tools that it began with, whatever the request says', async () => {
    const { here, there } = setup()
    const id = await here.open({ headers: { 'x-mcp-tools': 'a' } })
    const answer = await read(await there.send(list, { id, headers: { 'x-mcp-tools': 'b' } }))
    expect([answer.includes('"name":"a"'), answer.includes('"name":"b"')]).toEqual([true, false])
  })

  it('is unknown to other subjects and other routes', async () => {
    const { here, there, built } = setup()
    const id = await here.open({ user: 'ann' })
    built.mockClear()
    for (const user of ['bob', undefined]) {
      expect([(await there.send(ping, { id, user })).status, (await there.send(undefined, { method: 'DELETE', id, user })).status]).toEqual([404, 404])
    }
    await here.host.stored.save(id, { route: '/other', subject: 'ann', initialize: { jsonrpc: '2.0', id: 0, method: 'initialize' }, usedAt: Date.now() })
    expect((await there.send(ping, { id, user: 'ann' })).status).toBe(404)
    expect(built).toHaveBeenCalledTimes(0)
  })

  it('is unknown once it has ended', async () => {
    const { here, there, storage } = setup()
    const [known, unknown] = [await here.open(), await here.open()]
    await there.send(ping, { id: known })
    for (const id of [known, unknown]) {
      expect((await there.send(undefined, { method: 'DELETE', id })).status).toBe(200)
      expect([(await here.send(ping, { id })).status, (await there.send(ping, { id })).status]).toEqual([404, 404])
      expect([...storage.data.keys()].filter(key => key.includes(id))).toEqual([`meta:${id}:ended`])
    }
    expect([here.host.table.size, there.host.table.size]).toEqual([0, 0])
  })

  it('is unknown when it ends while it is built', async () => {
    let letGo = () => {}
    const waiting = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const enabled = vi.fn<() => boolean | Promise<boolean>>(() => true)
    const { here, there } = setup({ tools: [{ name: 'a', enabled, handler: () => 'a' }] })
    const id = await here.open()
    enabled.mockImplementation(() => waiting.then(() => true))
    const answer = there.send(ping, { id })
    await vi.waitFor(() => expect(enabled).toHaveBeenCalledTimes(2))
    await here.send(undefined, { method: 'DELETE', id })
    letGo()
    expect([(await answer).status, there.host.table.size]).toEqual([404, 0])
  })

  it('needs room', async () => {
    const { here, there } = setup()
    const id = await here.open()
    for (let index = 0; index < 3; index++) await there.open()
    await expect(there.send(ping, { id })).rejects.toThrow('Refused')
  })

  it('is missed by nobody whose process closes', async () => {
    const { here, there } = setup()
    const id = await here.open()
    await here.host.stored.data(id).setItem('a', 1)
    await here.host.close()
    expect((await there.send(ping, { id })).status).toBe(200)
    expect(await there.host.stored.data(id).getItem('a')).toBe(1)
  })

  it('survives a storage that was emptied', async () => {
    const { here, there, storage } = setup()
    const id = await here.open()
    storage.data.clear()
    expect((await there.send(ping, { id })).status).toBe(404)
    expect((await here.send(ping, { id })).status).toBe(200)
    expect((await there.send(ping, { id })).status).toBe(200)
  })

  it('knows what its client asked for before and afterwards', async () => {
    const { here, there } = setup({ resources: [{ name: 'news', uri: 'app://news', handler: () => 'news' }] })
    const id = await here.open()
    const uri = 'app://news'
    await here.send({ id: 1, method: 'resources/subscribe', params: { uri } }, { id })
    await here.send({ id: 2, method: 'logging/setLevel', params: { level: 'error' } }, { id })
    await vi.waitFor(async () => expect(await here.host.stored.loadState(id)).toEqual({ level: 'error', subscriptions: [[uri, uri]] }))
    await there.send(ping, { id })
    const copy = there.host.table.find(id)
    expect([copy?.parts.subscriptions.spellingOf(uri), copy?.level]).toEqual([uri, 'error'])
    await there.send({ id: 3, method: 'resources/unsubscribe', params: { uri } }, { id })
    await vi.waitFor(() => expect(here.host.table.find(id)?.parts.subscriptions.spellingOf(uri)).toBeUndefined())
  })

  it('refuses clearly when the storage is gone', async () => {
    const { here } = setup()
    const id = await here.open()
    vi.spyOn(here.host.stored, 'load').mockRejectedValue(new Error('ECONNREFUSED'))
    await expect(here.send(ping, { id })).rejects.toThrow('The storage of MCP sessions cannot be reached.')
  })

  it('is over here, and everywhere later, when its end cannot be stored', async () => {
    const { here, there } = setup()
    const id = await here.open()
    const remove = vi.spyOn(here.host.stored, 'remove').mockRejectedValue(new Error('ECONNREFUSED'))
    await expect(here.send(undefined, { method: 'DELETE', id })).rejects.toThrow('could not be ended')
    await expect(here.send(ping, { id })).rejects.toThrow('cannot be reached')
    remove.mockRestore()
    expect([(await here.send(ping, { id })).status, (await there.send(ping, { id })).status]).toEqual([404, 404])
  })
})

describe('what is for one process and reaches another', () => {
  it('goes to the GET stream, wherever that is', async () => {
    const { here, there } = setup()
    const id = await here.open()
    const notify = (data: string) => here.host.table.find(id)?.parts.server.sdk.notification({ method: 'notifications/message', params: { level: 'info', data } })
    await notify('early')
    const sent = watch(await there.send(undefined, { method: 'GET', id }))
    await vi.waitFor(() => expect(sent()).toContain('early'))
    await notify('late')
    await vi.waitFor(() => expect(sent()).toContain('late'))
    const back = watch(await here.send(undefined, { method: 'GET', id }))
    await vi.waitFor(() => expect(there.host.table.find(id)?.parts.wire.copies).toMatchObject({ isListening: false, listener: here.host.instance }))
    await there.host.table.find(id)?.parts.server.sdk.notification({ method: 'notifications/message', params: { level: 'info', data: 'third' } })
    await vi.waitFor(() => expect(back()).toContain('third'))
    expect(back()).not.toContain('late')
  })

  it('is kept once where every copy has it', async () => {
    const { here, there } = setup({ resources: [{ name: 'news', uri: 'app://news', handler: () => 'news' }] })
    const id = await here.open()
    await there.send(ping, { id })
    await here.send({ id: 1, method: 'resources/subscribe', params: { uri: 'app://news' } }, { id })
    await vi.waitFor(() => expect(there.host.table.find(id)?.parts.subscriptions.spellingOf('app://news')).toBeDefined())
    await here.host.publishChange({ type: 'resource-updated', href: 'app://news' })
    const sent = watch(await there.send(undefined, { method: 'GET', id }))
    await vi.waitFor(() => expect(sent()).toContain('resources/updated'))
    await here.host.publishChange({ type: 'resource-updated', href: 'app://news' })
    await vi.waitFor(() => expect(sent().match(/resources\/updated/g)).toHaveLength(2))
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(sent().match(/resources\/updated/g)).toHaveLength(2)
  })

  it('answers the question of another process', async () => {
    const { here, there } = setup()
    const id = await here.open({}, { roots: {} })
    const answer = here.host.table.find(id)?.parts.server.sdk.request({ method: 'roots/list' }, z.object({ roots: z.array(z.unknown()) }))
    const asker = `${here.host.instance}-1:0`
    expect((await there.send({ id: asker, result: { roots: [1] } }, { id })).status).toBe(202)
    expect(await answer).toEqual({ roots: [1] })
    expect((await there.send({ id: 'dead-1:0', result: {} }, { id })).status).toBe(202)
  })
})

function watch(answer: HttpAnswer): () => string {
  if (!(answer.body instanceof ReadableStream)) throw new Error(`The answer is no stream: ${answer.status}`)
  let received = ''
  void answer.body.pipeTo(new WritableStream({ write: (chunk) => {
    received += new TextDecoder().decode(chunk)
  } }))
  return () => received
}
