import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { createError, createEvent } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { compilePrompts, compileResources, compileTools } from '../../../../../src/runtime/server/compile/compile'
import { createPools } from '../../../../../src/runtime/server/compile/pool'
import { log } from '../../../../../src/runtime/server/observability/log'
import { toResponse } from '../../../../../src/runtime/server/http/answer'
import { PostedRequest } from '../../../../../src/runtime/server/http/request-info'
import type { DefinitionView } from '../../../../../src/runtime/server/register/view'
import { DefinitionServer, negotiateVersion } from '../../../../../src/runtime/server/register/server'
import { StatelessTransport } from '../../../../../src/runtime/server/transport/stateless'

vi.mock('nitropack/runtime', () => ({ cachedFunction: (run: unknown) => run }))

const pools = createPools(
  compileTools([
    { name: 'own', title: 'Own', handler: () => 'own' },
    { name: 'other', handler: () => 'other' },
  ]),
  compileResources([{ name: 'page', uri: 'app://page', handler: () => 'page' }], {}),
  compilePrompts([{ name: 'ask', handler: () => 'ask' }]),
)

let built: DefinitionServer
let changes: string[]

beforeEach(() => {
  changes = []
  built = createServer()
})

function createServer(view: Partial<DefinitionView> = {}) {
  return new DefinitionServer({ info: { name: 'test', version: '1' } }, { pools, isEnabled: () => true, ...view }, {
    listChanged: true,
    onListChanged: list => changes.push(list),
  })
}

describe('DefinitionServer', () => {
  it('lists and calls what it was made with', async () => {
    expect(await names('tools/list', 'tools')).toEqual(['own', 'other'])
    expect(await call('own')).toEqual(text('own'))
  })

  it('tells the capabilities (handlers §8, R47)', async () => {
    const { capabilities } = await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } })
    expect(capabilities).toEqual({ logging: {}, tools: { listChanged: true }, resources: { listChanged: true }, prompts: { listChanged: true } })
  })
})

it('settles on a protocol version as the SDK does', () => {
  expect([negotiateVersion('2025-06-18'), negotiateVersion('1999-01-01'), negotiateVersion(5)]).toEqual(['2025-06-18', '2025-11-25', '2025-11-25'])
})

describe('the SDK\'s server', () => {
  it.each([
    ['tools/list', {}],
    ['tools/call', { name: 'own' }],
    ['resources/read', { uri: 'app://page' }],
    ['prompts/get', { name: 'ask' }],
    ['ping', {}],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } }],
  ])('gives the answer to %s that is given without it', async (method, params) => {
    const transports: StatelessTransport[] = []
    const without = await request(method, params, transports)
    expect(transports[0]?.onmessage).toBeUndefined()
    built = createServer()
    built.connectSdk()
    expect(await request(method, params, transports)).toEqual(without)
    expect(transports[1]?.onmessage).toBeDefined()
  })

  it('is made for what only it can do', async () => {
    const transports: StatelessTransport[] = []
    expect(await request('logging/setLevel', { level: 'error' }, transports)).toEqual({})
    await expect(request('nothing/here')).rejects.toThrow('Method not found')
    expect(transports[0]?.onmessage).toBeDefined()
  })
})

// A batch is answered in order as far as its requests depend on each other (transport-sessions, batches).
it('no request of a batch overtakes one that stands before it', async () => {
  let seen: unknown
  built = createServer({ pools: createPools(compileTools([{ name: 'level', handler: () => {
    seen = Reflect.get(built.sdk, 'isMessageIgnored')('info')
    return 'done'
  } }]), [], []) })
  await answerOf([
    { jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'error' } },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'level' } },
  ])
  expect(seen).toBe(true)
})

it('a fallback of the application answers what nobody else does', async () => {
  built.sdk.fallbackRequestHandler = async ({ method }) => ({ method })
  expect(await request('resources/subscribe', { uri: 'app://page' })).toEqual({})
  expect(await call('own')).toEqual(text('own'))
  expect(await request('own/method')).toEqual({ method: 'own/method' })
})

describe('what handlers and schemas do', () => {
  const thrown = (error: unknown) => () => {
    throw error
  }
  const self = new Error('self')
  self.cause = self

  it.each([
    ['a thenable function', () => Object.assign(() => 1, { then: (resolve: (value: string) => void) => resolve('then') }), text('then')],
    ['a result without a JSON form', () => ({ content: [{ type: 'text', text: 'c' }], toJSON: () => undefined }), { isError: true, content: [{ type: 'text', text: expect.stringContaining('cannot be sent') }] }],
    ['an error that is its own cause', thrown(self), { isError: true, ...text('self') }],
    ['an error whose message is no text', thrown(Object.assign(new Error('x'), { message: 5 })), { isError: true, ...text('5') }],
    ['an error whose message throws', thrown(Object.defineProperty(new Error('x'), 'message', { get: thrown(new Error('no')) })), { isError: true, ...text('Tool execution failed') }],
  ])('is answered: %s', async (_label, handler, expected) => {
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    built = createServer({ pools: createPools(compileTools([{ name: 'odd', handler }]), [], []) })
    expect(await call('odd')).toEqual(expected)
    logged.mockRestore()
  })

  it('is logged, when a schema throws', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    built = createServer({ pools: createPools(compileTools([{ name: 'strict', inputSchema: { s: z.string().transform(thrown(new Error('boom'))) }, handler: () => '' }]), [], []) })
    expect(await call('strict', { s: 'a' })).toEqual({ isError: true, ...text('boom') })
    expect(logged).toHaveBeenCalledWith('Tool `strict` failed:', expect.objectContaining({ message: 'boom' }))
    logged.mockRestore()
  })
})

describe('live definitions (server-side-requests §2)', () => {
  it('adds tools with the treatment of tools from files (R16)', async () => {
    built.live.registerTool('late', { description: 'Late', inputSchema: { n: z.number().default(2) }, outputSchema: { twice: z.number() } }, ({ n }: { n: number }) => ({ twice: n * 2, secret: true }))
    built.live.registerTool('broken', {}, () => {
      throw createError({ statusCode: 404, message: 'gone' })
    })
    const { tools } = await request('tools/list')
    expect(tools).toContainEqual(expect.objectContaining({ name: 'late', inputSchema: expect.objectContaining({ $schema: 'https://json-schema.org/draft/2020-12/schema' }) }))
    expect(await call('late', {})).toEqual({ content: [{ type: 'text', text: '{\n  "twice": 4\n}' }], structuredContent: { twice: 4 } })
    expect(await call('broken')).toEqual({ ...text('[404] gone'), isError: true })
    expect(changes).toEqual(['tools', 'tools'])
  })

  it('refuses taken names and URIs (R7)', () => {
    const live = built.live
    expect(() => live.registerTool('own', {}, () => '')).toThrow('Tool own is already registered')
    expect(() => live.registerPrompt('ask', {}, () => '')).toThrow('Prompt ask is already registered')
    expect(() => live.registerResource('x', 'app://page', {}, () => '')).toThrow('Resource app://page is already registered')
    live.registerResource('t', new ResourceTemplate('app://t/{id}', { list: undefined }), {}, () => '')
    expect(() => live.registerResource('t2', new ResourceTemplate('app://t/{id}', { list: undefined }), {}, () => '')).toThrow('Resource template app://t/{id} is already registered')
    expect(changes).toEqual(['resources'])
  })

  it('hides and shows (R9)', async () => {
    const handle = built.live.registerTool('late', {}, () => 'late')
    handle.disable()
    expect(handle.enabled).toBe(false)
    expect(await names('tools/list', 'tools')).toEqual(['own', 'other'])
    expect(await call('late')).toEqual({ ...text('MCP error -32602: Tool late disabled'), isError: true })
    handle.enable()
    expect(await call('late')).toEqual(text('late'))
  })

  it('changes in place', async () => {
    const handle = built.live.registerTool('late', { description: 'v1' }, () => 'v1')
    handle.update({ description: 'v2', callback: () => 'v2' })
    expect(handle.description).toBe('v2')
    expect(await call('late')).toEqual(text('v2'))
    expect(await names('tools/list', 'tools')).toEqual(['own', 'other', 'late'])
  })

  it('removes under the current name only (R13, R14)', async () => {
    const live = built.live
    const handle = live.registerTool('late', {}, () => '')
    handle.update({ name: 'renamed' })
    expect(live.removeTool('late')).toBe(false)
    expect(live.removeTool('renamed')).toBe(true)
    expect(live.removeTool('renamed')).toBe(false)
    const second = live.registerTool('second', {}, () => '')
    second.remove()
    expect(live.removeTool('second')).toBe(false)
    second.update({ description: 'too late' })
    expect(await names('tools/list', 'tools')).toEqual(['own', 'other'])
  })

  it('removes definitions from files, for this server only (R12)', async () => {
    expect(built.live.removeTool('own')).toBe(true)
    expect(await call('own')).toEqual({ ...text('MCP error -32602: Tool own not found'), isError: true })
    const fresh = new DefinitionServer({ info: { name: 'test', version: '1' } }, { pools, isEnabled: () => true }, { listChanged: true })
    built = fresh
    expect(await call('own')).toEqual(text('own'))
  })

  it('tells resources of one name apart (R15)', async () => {
    const live = built.live
    live.registerResource('twin', 'app://one', {}, () => 'one')
    live.registerResource('twin', 'app://two', { mimeType: 'text/plain' }, () => 'two')
    expect(live.removeResource('app://one')).toBe(true)
    expect((await request('resources/read', { uri: 'app://two' })).contents).toEqual([{ uri: 'app://two', mimeType: 'text/plain', text: 'two' }])
    expect(live.removeResource('twin')).toBe(true)
    expect(await names('resources/list', 'resources')).toEqual(['page'])
  })

  it('adds prompts and templates', async () => {
    const live = built.live
    live.registerPrompt('late', { argsSchema: { who: z.string() } }, ({ who }: { who: string }) => `hi ${who}`)
    live.registerResource('user', new ResourceTemplate('user://{id}', { list: undefined }), { title: 'User' }, (_uri: URL, { id }: { id: string }) => id)
    expect((await request('prompts/get', { name: 'late', arguments: { who: 'Ada' } })).messages).toEqual([{ role: 'user', content: { type: 'text', text: 'hi Ada' } }])
    expect((await request('resources/read', { uri: 'user://a%20b' })).contents).toEqual([{ uri: 'user://a%20b', text: 'a b' }])
    expect(await names('resources/templates/list', 'resourceTemplates')).toEqual(['user'])
  })
})

describe('the SDK\'s McpServer in front (handlers R52)', () => {
  it('registers into the same definitions', async () => {
    built.mcp.registerTool('late', { description: 'x' }, () => ({ content: [{ type: 'text', text: 'late' }] }))
    expect(await call('late')).toEqual(text('late'))
    expect(() => built.mcp.registerTool('own', {}, () => ({ content: [] }))).toThrow('Tool own is already registered')
  })

  it('serves its older methods beside the endpoint\'s own', async () => {
    built.mcp.tool('old', () => ({ content: [{ type: 'text', text: 'old' }] }))
    expect(await names('tools/list', 'tools')).toEqual(['own', 'other', 'old'])
    expect(await call('old')).toEqual(text('old'))
    expect(await call('own')).toEqual(text('own'))
    expect(await call('nope')).toMatchObject({ isError: true })
  })

  it('speaks through the running server', () => {
    expect(built.mcp.server).toBe(built.sdk)
  })
})

// protocol-2026-07-28.md, Errors: an unknown tool is an error of the protocol, also beside tools of the SDK's own methods.
describe('missingIsError', () => {
  it.each([false, true])('an unknown tool, with tools registered late: %j', async (hasLate) => {
    built = new DefinitionServer({ info: { name: 'test', version: '1' } }, { pools, isEnabled: () => true, missingIsError: true }, { listChanged: false })
    if (hasLate) {
      built.mcp.registerTool('added', {}, () => ({ content: [] }))
      built.mcp.tool('old', () => ({ content: [{ type: 'text', text: 'old' }] }))
      expect(await call('old')).toEqual(text('old'))
    }
    await expect(call('nothing')).rejects.toThrow('Tool nothing not found')
    expect(await call('own')).toEqual(text('own'))
  })
})

function text(value: string) {
  return { content: [{ type: 'text', text: value }] }
}

async function call(name: string, args?: object) {
  return request('tools/call', { name, ...(args ? { arguments: args } : {}) })
}

async function names(method: string, key: string): Promise<string[]> {
  const list: { name: string }[] = (await request(method))[key]
  return list.map(({ name }) => name)
}

async function request(method: string, params?: object, transports: StatelessTransport[] = []) {
  const reply = await answerOf([{ jsonrpc: '2.0', id: 1, method, ...(params ? { params: { ...params } } : {}) }], transports)
  if (reply.error) {
    throw new Error(reply.error.message)
  }
  return reply.result
}

async function answerOf(messages: JSONRPCMessage[], transports: StatelessTransport[] = []) {
  const incoming = new IncomingMessage(new Socket())
  Object.assign(incoming, { method: 'POST', url: '/mcp', headers: { host: 'localhost' } })
  const event = createEvent(incoming, new ServerResponse(incoming))
  const transport = new StatelessTransport({ messages, batch: messages.length > 1, acceptsStream: false })
  transports.push(transport)
  built.connect(transport)
  transport.deliver(new PostedRequest(event, undefined, false))
  const answer = await transport.answer
  // Lets the next request of the test connect to the same server.
  transport.onclose?.()
  return JSON.parse(await toResponse(answer).text())
}
