import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { useServer } from '../helpers/server'

const server = useServer('basic')

function names(header: string | string[] | undefined, headers: Record<string, string> = {}): Promise<string[]> {
  return server.tools({ 'X-MCP-Tools': header, ...headers }).then(tools => tools.map(({ name }) => name))
}

describe('X-MCP-Tools', () => {
  // handlers R33, R35: names of the list, in its order
  it.each<[string | string[], string[]]>([
    ['add', ['add']],
    ['throws, add', ['add', 'throws']],
    [' add ,, throws ,add', ['add', 'throws']],
    [['throws', 'add'], ['add', 'throws']],
    ['full-metadata', ['full-metadata']],
    // R34
    ['', []],
    ['  ', []],
    [',,', []],
  ])('%j restricts the list', async (header, expected) => {
    expect(await names(header)).toEqual(expected)
  })

  it('absent restricts nothing', async () => {
    expect((await names(undefined)).length).toBeGreaterThan(20)
  })

  // handlers R36
  it.each([
    ['nope', 'Unknown MCP tool: nope'],
    ['zip, add, nope', 'Unknown MCP tools: zip, nope'],
    ['Add', 'Unknown MCP tool: Add'],
    // R37: hidden is unknown
    ['guard-off', 'Unknown MCP tool: guard-off'],
    ['guard-by-header', 'Unknown MCP tool: guard-by-header'],
    ['guard-throwing', 'Unknown MCP tool: guard-throwing'],
    ['constructor', 'Unknown MCP tool: constructor'],
  ])('%s is refused', async (header, text) => {
    for (const method of ['tools/list', 'ping', 'resources/list', 'initialize']) {
      const reply = await server.post(message(1, method), { 'X-MCP-Tools': header })
      expect(reply.status, method).toBe(400)
      expect(reply.json()).toEqual({ jsonrpc: '2.0', error: { code: expect.any(Number), message: text }, id: null })
    }
  })

  // handlers R37
  it('names what a guard shows', async () => {
    expect(await names('guard-by-header', { 'X-Role': 'admin' })).toEqual(['guard-by-header'])
  })

  // handlers R37
  it('keeps the others from being called', async () => {
    expect(await server.call('throws', { case: 'error' }, { 'X-MCP-Tools': 'add' })).toEqual({
      content: [{ type: 'text', text: 'MCP error -32602: Tool throws not found' }],
      isError: true,
    })
    expect(await server.callText('add', { a: 1 }, { 'X-MCP-Tools': 'add' })).toBe('2')
  })

  // handlers R38
  it('leaves resources and prompts alone', async () => {
    expect(await server.resources({ 'X-MCP-Tools': '' })).toEqual(await server.resources())
    expect(await server.prompts({ 'X-MCP-Tools': '' })).toEqual(await server.prompts())
  })

  it('holds for its request only', async () => {
    await names('add')
    expect((await names(undefined)).length).toBeGreaterThan(20)
  })
})

describe('with tools that a hook adds', () => {
  const hooked = useServer('handlers', { base: '/base', path: '/api/mcp' })
  const late = (header: string) => hooked.tools({ 'X-Hook': 'server', 'X-MCP-Tools': header }).then(tools => tools.map(({ name }) => name))

  // handlers R39
  it('the list counts for them too', async () => {
    expect(await late('late')).toEqual(['late'])
    expect(await late('layered')).toEqual(['layered'])
    expect(await late('')).toEqual([])
    expect(await hooked.callText('late', {}, { 'X-Hook': 'server', 'X-MCP-Tools': 'late' })).toBe('late')
    expect((await hooked.call('late', {}, { 'X-Hook': 'server', 'X-MCP-Tools': '' })).isError).toBe(true)
  })

  // handlers R38: after `mcp:config:resolved`
  it('the list is applied after `mcp:config:resolved`', async () => {
    const reply = await hooked.post(message(1, 'tools/list'), { 'X-Hook': 'config', 'X-MCP-Tools': 'base-only' })
    expect(reply.status).toBe(400)
    expect((await hooked.tools({ 'X-Hook': 'config', 'X-MCP-Tools': 'hooked' })).map(({ name }) => name)).toEqual(['hooked'])
  })
})
