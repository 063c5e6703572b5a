import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

const server = useServer('handlers', { base: '/base', path: '/api/mcp' })

async function names(path: string, headers?: Record<string, string>): Promise<string[]> {
  return (await server.endpoint(path).tools(headers)).map(({ name }) => name)
}

describe('endpoints', () => {
  // handlers §3
  it('the default one serves what belongs to no handler', async () => {
    expect((await names('/api/mcp')).sort()).toEqual(['base-only', 'context', 'extension', 'layered', 'notify', 'same-name'])
  })

  // handlers R6, discovery R31, R32, R35; definitions R17
  it('a folder serves what belongs to it, of all layers', async () => {
    expect((await names('/api/mcp/admin')).sort()).toEqual(['attributed', 'from-base', 'secret'])
    expect(await server.endpoint('/api/mcp/admin').callText('secret')).toBe('secret')
    expect((await server.endpoint('/api/mcp/admin').call('layered')).isError).toBe(true)
    expect((await server.call('secret')).isError).toBe(true)
  })

  // definitions R20
  it('a folder\'s definitions carry its name', async () => {
    const tools = await server.endpoint('/api/mcp/admin').tools()
    for (const tool of tools) expect(tool._meta).toMatchObject({ handler: 'admin' })
  })

  // discovery R33
  it('a folder without an index is a handler', async () => {
    expect(await names('/api/mcp/bare')).toEqual(['only'])
  })

  // discovery R36
  it('a file in `handlers/` is a handler', async () => {
    expect(await names('/api/mcp/flat')).toEqual(['flat-tool'])
  })

  // handlers R5
  it('a handler is mounted at its `route`', async () => {
    expect(await names('/reports-mcp')).toEqual(['report'])
    expect((await server.endpoint('/api/mcp/reports').post(message(1, 'ping'))).status).toBe(404)
  })

  // handlers R15, definitions R85
  it('an array is served as it is: nameless entries are skipped, imported files keep their name', async () => {
    const inline = server.endpoint('/api/mcp/inline')
    expect(await names('/api/mcp/inline')).toEqual(['named', 'layered'])
    expect((await inline.resources()).map(({ uri }) => uri)).toEqual(['inline://resource'])
    expect((await inline.prompts()).map(({ name }) => name)).toEqual(['inline-prompt'])
  })

  // handlers R7, README 5
  it('an unknown one is 404 with a JSON-RPC error that names it', async () => {
    const reply = await server.endpoint('/api/mcp/nope').post(message(1, 'ping'))
    expect(reply.status).toBe(404)
    expect(reply.headers['content-type']).toBe('application/json')
    expect(reply.json()).toEqual({ jsonrpc: '2.0', error: { code: expect.any(Number), message: expect.stringContaining('nope') }, id: null })
    expect(reply.json()).not.toMatchObject({ error: { code: -32001 } })
  })

  // handlers R8
  it('a browser that asks for an unknown one gets the application', async () => {
    const reply = await server.http('/api/mcp/nope', { headers: { Accept: 'text/html' } })
    expect(reply.headers['content-type']).toContain('text/html')
  })

  // handlers R4
  it('names are compared with their case, below one segment', async () => {
    expect((await server.endpoint('/api/mcp/Admin').post(message(1, 'ping'))).status).toBe(404)
    expect((await server.endpoint('/api/mcp/admin/').post(message(1, 'ping'))).status).toBe(200)
  })

  // handlers R6
  it('nothing of the module is left at the default path', async () => {
    for (const path of ['/mcp', '/mcp/admin']) {
      expect((await server.endpoint(path).post(message(1, 'ping'))).headers['content-type']).not.toContain('json')
    }
  })

  it('the official client connects to each', async () => {
    for (const path of ['/api/mcp', '/api/mcp/admin', '/reports-mcp']) {
      const client = await connectClient(server.endpoint(path).url)
      expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    }
  })
})

describe('layers', () => {
  // discovery R12, R14
  it('a file of the project replaces its namesake, whatever the extension', async () => {
    const tools = await server.tools()
    expect(tools.find(({ name }) => name === 'layered')).toMatchObject({ description: 'of the project', _meta: {} })
    expect(tools.find(({ name }) => name === 'extension')?.description).toBe('of the project')
    expect(await server.callText('layered')).toBe('project')
    expect(await server.callText('base-only')).toBe('base only')
  })

  // discovery R17
  it('a name of the project wins over the same name in another file of a layer', async () => {
    expect((await server.tools()).filter(({ name }) => name === 'same-name')).toMatchObject([{ description: 'of the project' }])
  })
})

describe('dynamic definitions', () => {
  const dynamic = () => server.endpoint('/api/mcp/dynamic')

  // handlers §3
  it('are asked once per request', async () => {
    expect(await names('/api/mcp/dynamic', { 'X-Run': 'list' })).toEqual(['dynamic'])
    await dynamic().call('dynamic', {}, { 'X-Run': 'call' })
    expect([(await server.state('dynamic:list')).count, (await server.state('dynamic:call')).count]).toEqual([1, 1])
  })

  // handlers R14
  it.each(['undefined', 'null', 'object'])('%s means none', async (name) => {
    expect(await names('/api/mcp/dynamic', { 'X-Case': name })).toEqual([])
  })

  // handlers §4, §13, transport-sessions R6, R7
  it('that fail are a JSON-RPC error', async () => {
    const thrown = await dynamic().post(message(1, 'tools/list'), { 'X-Case': 'throw' })
    expect(thrown.status).toBe(500)
    expect(thrown.json()).toEqual({ jsonrpc: '2.0', error: { code: -32603, message: 'Server Error' }, id: null })
    const refused = await dynamic().post(message(1, 'tools/list'), { 'X-Case': 'http' })
    expect(refused.status).toBe(403)
    expect(refused.json()).toEqual({ jsonrpc: '2.0', error: { code: expect.any(Number), message: 'no tools for you' }, id: null })
  })
})

describe('run-time hooks', () => {
  // handlers R49, R50
  it('change what one request sees', async () => {
    const tools = await server.tools({ 'X-Hook': 'config' })
    expect(tools.map(({ name }) => name)).toContain('hooked')
    expect(tools.map(({ name }) => name)).not.toContain('base-only')
    expect(tools.find(({ name }) => name === 'layered')?.description).toBe('changed: of the project')
    await server.tools({ 'X-Hook': 'config' })
    expect((await server.tools({ 'X-Hook': 'config' })).find(({ name }) => name === 'layered')?.description).toBe('changed: of the project')
    const untouched = await server.tools()
    expect(untouched.map(({ name }) => name)).not.toContain('hooked')
    expect(untouched.find(({ name }) => name === 'layered')?.description).toBe('of the project')
  })

  it('may add definitions, which are normalised like all', async () => {
    expect(JSON.parse(await server.callText('hooked', {}, { 'X-Hook': 'config' }))).toEqual({ normalised: true })
  })

  // handlers R51
  it('that throw are logged, and stop no other listener', async () => {
    const { serverInfo } = await server.result<{ serverInfo: { name: string } }>('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }, { 'X-Hook': 'throw' })
    expect(serverInfo.name).toBe('after the failure')
    await server.logged('listener failure')
    await server.logged('mcp:config:resolved')
  })

  // handlers R52
  it('may register on the SDK\'s server', async () => {
    expect((await server.tools({ 'X-Hook': 'server' })).map(({ name }) => name)).toEqual([...await names('/api/mcp'), 'late'])
    expect(await server.callText('late', {}, { 'X-Hook': 'server' })).toBe('late')
    expect(await server.callText('layered', {}, { 'X-Hook': 'server' })).toBe('project')
  })
})

describe('Nitro\'s hooks of responses', () => {
  it.each<[string, boolean]>([['beforeResponse', false], ['afterResponse', true]])('%s sees each answer whole', async (hook, ended) => {
    await server.http(`/watch?hook=${hook}`, { method: 'POST' })
    const answers = [await server.post(message(1, 'tools/list')), await server.post(message(2, 'ping'))]
    const seen = (await server.http('/watch')).json()
    expect(seen).toEqual(answers.map(({ text }) => ({ body: text, ended })))
    expect(answers[1]?.json()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  })
})
