import { describe, expect, it } from 'vitest'
import { INITIALIZE } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

interface Initialized {
  serverInfo: object
  capabilities: object
  instructions?: string
}

describe('without options', () => {
  const server = useServer('basic')

  // handlers §8, R41
  it('the name is that of the package, the rest is left out', async () => {
    expect(await server.result('initialize', INITIALIZE)).toEqual({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'fixture-basic', version: '1.0.0' },
      // R47, transport-sessions R17: no `listChanged` without sessions
      capabilities: { logging: {}, tools: {}, resources: {}, prompts: {}, completions: {} },
    })
  })

  it('the official client sees the same', async () => {
    const client = await connectClient(server.url)
    expect(client.getServerVersion()).toEqual({ name: 'fixture-basic', version: '1.0.0' })
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, completions: {} })
  })
})

describe('with options', () => {
  const server = useServer('handlers', { base: '/base', path: '/api/mcp' })

  // handlers §8
  it('the default endpoint has those of the module', async () => {
    const { serverInfo, instructions, capabilities } = await server.result<Initialized>('initialize', INITIALIZE)
    expect(serverInfo).toEqual({
      // R41: an empty name of the handler counts as absent
      name: 'Handlers fixture',
      version: '2.3.4',
      description: 'Module description',
      icons: [{ src: 'https://example.com/icon.svg', mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' }],
    })
    expect(instructions).toBe('Module instructions')
    expect(capabilities).toEqual({ logging: {}, tools: {}, resources: {}, prompts: {} })
  })

  // handlers §8, R2: an empty description overrides; discovery R35: the folder's name counts
  it('a handler has its own', async () => {
    const { serverInfo, instructions } = await server.endpoint('/api/mcp/admin').result<Initialized>('initialize', INITIALIZE)
    expect(serverInfo).toEqual({ name: 'admin', version: '9.9.9', description: '', icons: [{ src: 'https://example.com/admin.png', mimeType: 'image/png' }] })
    expect(instructions).toBe('Admin instructions')
  })

  // handlers §1
  it('a handler without options has its name, and the rest of the module', async () => {
    const { serverInfo, instructions } = await server.endpoint('/api/mcp/bare').result<Initialized>('initialize', INITIALIZE)
    expect(serverInfo).toMatchObject({ name: 'bare', version: '2.3.4', description: 'Module description' })
    expect(instructions).toBe('Module instructions')
  })
})

describe('empty kinds', () => {
  const server = useServer('handlers', { base: '/base', path: '/api/mcp' })
  const empty = () => server.endpoint('/api/mcp/empty')

  // handlers R42
  it('are advertised and listed', async () => {
    expect(await empty().result('initialize', INITIALIZE)).toMatchObject({ capabilities: { logging: {}, tools: {}, resources: {}, prompts: {} } })
    expect(await empty().result('tools/list')).toEqual({ tools: [] })
    expect(await empty().result('resources/list')).toEqual({ resources: [] })
    expect(await empty().result('resources/templates/list')).toEqual({ resourceTemplates: [] })
    expect(await empty().result('prompts/list')).toEqual({ prompts: [] })
  })

  // handlers R43, R44
  it.each(['nope', '__init__'])('have nothing called %s', async (name) => {
    expect(await empty().call(name)).toEqual({ content: [{ type: 'text', text: `MCP error -32602: Tool ${name} not found` }], isError: true })
    expect(await empty().error('prompts/get', { name })).toEqual({ code: -32602, message: `MCP error -32602: Prompt ${name} not found` })
    expect(await empty().error('resources/read', { uri: `x://${name}` })).toEqual({ code: -32602, message: `MCP error -32602: Resource x://${name} not found` })
  })

  // handlers R45
  it('take what a hook registers', async () => {
    const headers = { 'X-Hook': 'server' }
    expect((await empty().tools(headers)).map(({ name }) => name)).toEqual(['late'])
    expect(await empty().callText('late', {}, headers)).toBe('late')
  })
})
