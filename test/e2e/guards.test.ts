import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const ADMIN = { 'X-Role': 'admin' }

async function visible(headers?: Record<string, string>): Promise<string[]> {
  return (await server.tools(headers)).map(({ name }) => name).filter(name => name.startsWith('guard-'))
}

describe('tools', () => {
  // definitions R83, R85, R86
  it('are listed when their guard says so', async () => {
    expect(await visible()).toEqual(['guard-counted', 'guard-on', 'guard-truthy'])
    expect(await visible(ADMIN)).toEqual(['guard-async', 'guard-by-header', 'guard-counted', 'guard-on', 'guard-truthy'])
  })

  // definitions R25, R83, R85, R86
  it.each(['guard-off', 'guard-by-header', 'guard-async', 'guard-throwing', 'guard-rejecting'])('%s cannot be called while hidden', async (name) => {
    expect(await server.call(name)).toEqual({ content: [{ type: 'text', text: `MCP error -32602: Tool ${name} not found` }], isError: true })
  })

  // definitions R83
  it('can be called when visible', async () => {
    expect(await server.callText('guard-on')).toBe('on')
    expect(await server.callText('guard-truthy')).toBe('truthy')
    expect(await server.callText('guard-by-header', {}, ADMIN)).toBe('by header')
    expect(await server.callText('guard-async', {}, ADMIN)).toBe('async')
  })

  // definitions R85
  it('whose guard throws are hidden, and logged with their file', async () => {
    await server.tools()
    await server.logged('sync guard failure')
    await server.logged('async guard failure')
    await server.logged('server/mcp/tools/guards/throwing.ts')
  })
})

describe('resources', () => {
  // definitions R59, R83, R85, R86
  it('follow their guards', async () => {
    const uris = async (headers?: Record<string, string>) => (await server.resources(headers)).map(({ uri }) => uri).filter(uri => uri.startsWith('guard'))
    expect(await uris()).toEqual(['guard://counted'])
    expect(await uris(ADMIN)).toEqual(['guard://counted', 'guard://header'])
    const templates = async (headers?: Record<string, string>) => (await server.templates(headers)).map(({ uriTemplate }) => uriTemplate).filter(uri => uri.startsWith('guard'))
    expect(await templates()).toEqual([])
    expect(await templates(ADMIN)).toEqual(['guard-template://{id}'])
  })

  // definitions R59
  it.each(['guard://off', 'guard://header', 'guard://throwing', 'guard-template://x'])('%s can be neither read nor subscribed to while hidden', async (uri) => {
    expect(await server.error('resources/read', { uri })).toEqual({ code: -32602, message: `MCP error -32602: Resource ${uri} not found` })
    expect(await server.error('resources/subscribe', { uri })).toEqual({ code: -32602, message: `MCP error -32602: Resource ${uri} not found` })
  })

  it('can be read when visible', async () => {
    expect((await server.read('guard://header', ADMIN)).contents).toEqual([{ uri: 'guard://header', text: 'by header' }])
    expect((await server.read('guard-template://x', ADMIN)).contents).toEqual([{ uri: 'guard-template://x', text: 'template x' }])
  })
})

describe('prompts', () => {
  // definitions R77, R83, R85, R86
  it('follow their guards', async () => {
    const names = async (headers?: Record<string, string>) => (await server.prompts(headers)).map(({ name }) => name).filter(name => name.startsWith('guard'))
    expect(await names()).toEqual(['guard-counted-prompt'])
    expect(await names(ADMIN)).toEqual(['guard-counted-prompt', 'guard-header-prompt'])
    for (const name of ['guard-off-prompt', 'guard-header-prompt', 'guard-throwing-prompt']) {
      expect(await server.error('prompts/get', { name })).toEqual({ code: -32602, message: `MCP error -32602: Prompt ${name} not found` })
    }
    expect((await server.prompt('guard-header-prompt', {}, ADMIN)).messages).toHaveLength(1)
  })

  it('that are hidden cannot be completed', async () => {
    const params = { ref: { type: 'ref/prompt', name: 'guard-header-prompt' }, argument: { name: 'name', value: '' } }
    expect((await server.error('completion/complete', params)).code).toBe(-32602)
    expect(await server.result('completion/complete', params, ADMIN)).toMatchObject({ completion: { values: ['secret'] } })
  })
})

describe('how often a guard is asked', () => {
  // definitions R84
  it.each([
    ['tool', 'tools/list', {}],
    ['tool', 'tools/call', { name: 'guard-counted' }],
    ['resource', 'resources/list', {}],
    ['resource', 'resources/read', { uri: 'guard://counted' }],
    ['prompt', 'prompts/list', {}],
    ['prompt', 'prompts/get', { name: 'guard-counted-prompt' }],
  ])('%s guard: once for %s', async (kind, method, params) => {
    const run = `${kind}-${method}`
    await server.result(method, params, { 'X-Run': run })
    expect((await server.state(`guard:${kind}:${run}`)).count).toBe(1)
  })

  // definitions R84: once per HTTP request
  it('once for a batch', async () => {
    const reply = await server.post([
      message(1, 'tools/list'),
      message(2, 'tools/call', { name: 'guard-counted' }),
      message(3, 'tools/call', { name: 'guard-counted' }),
    ], { 'X-Run': 'batch' })
    expect(reply.json<unknown[]>()).toHaveLength(3)
    expect((await server.state('guard:tool:batch')).count).toBe(1)
  })

  // definitions R84: only guards that are needed
  it('not at all when its definition does not matter', async () => {
    await server.call('add', { a: 1 }, { 'X-Run': 'other' })
    await server.rpc('ping', {}, { 'X-Run': 'other' })
    for (const kind of ['tool', 'resource', 'prompt']) expect((await server.state(`guard:${kind}:other`)).count).toBe(0)
  })
})
