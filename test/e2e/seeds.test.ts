import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useServer } from '../helpers/server'

// Every code sample of the seed `dynamic-definitions.zh.md` up to its section on sessions, unchanged.

const server = useServer('seeds')

async function connect(path: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'seeds', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.origin + path), {
    requestInit: token ? { headers: { authorization: `Bearer ${token}` } } : {},
  }))
  onTestFinished(() => client.close())
  return client
}

async function visible(path: string, token?: string) {
  const client = await connect(path, token)
  const [{ tools }, { resources }, { prompts }] = await Promise.all([client.listTools(), client.listResources(), client.listPrompts()])
  return [tools, resources, prompts].map(list => list.map(({ name }) => name).sort())
}

const ADMIN = 'admin-token'
const USER = 'user-token'

describe('enabled guards', () => {
  it.each([
    ['nobody', undefined, [[], [], []]],
    ['a user', USER, [[], [], ['onboarding']]],
    ['an admin', ADMIN, [['admin-delete', 'delete-all'], ['internal-logs'], ['onboarding']]],
  ])('show %s what is theirs', async (_label, token, expected) => {
    expect(await visible('/mcp', token)).toEqual(expected)
  })

  it('refuse calls to what is hidden with the text for what does not exist', async () => {
    const client = await connect('/mcp', USER)
    expect(await client.callTool({ name: 'delete-all', arguments: { confirm: true } })).toEqual({
      content: [{ type: 'text', text: 'MCP error -32602: Tool delete-all not found' }],
      isError: true,
    })
    await expect(client.readResource({ uri: 'app://logs' })).rejects.toThrow('Resource app://logs not found')
  })

  it('let an admin call and read', async () => {
    const client = await connect('/mcp', ADMIN)
    expect(await client.callTool({ name: 'delete-all', arguments: { confirm: false } })).toEqual({ content: [{ type: 'text', text: 'Deletion cancelled' }] })
    expect(await client.callTool({ name: 'delete-all', arguments: { confirm: true } })).toEqual({ content: [{ type: 'text', text: 'All records deleted' }] })
    expect(await client.callTool({ name: 'admin-delete' })).toEqual({ content: [] })
    expect(await client.readResource({ uri: 'app://logs' })).toEqual({ contents: [{ uri: 'app://logs', text: 'started' }] })
  })

  it('leave `useEvent()` from h3 working in handlers', async () => {
    const client = await connect('/mcp', USER)
    expect(await client.getPrompt({ name: 'onboarding' })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Welcome Bob! Here\'s how to get started...' } }],
    })
  })
})

describe('definitions from functions', () => {
  it.each([
    ['nobody', undefined, [['status'], [], ['guest']]],
    ['a user', USER, [['status'], [], ['authenticated', 'dashboard']]],
    ['an admin', ADMIN, [['ban-user', 'status'], [], ['authenticated', 'dashboard']]],
  ])('answer for %s', async (_label, token, expected) => {
    expect(await visible('/mcp/dynamic', token)).toEqual(expected)
  })
})

describe('both together', () => {
  it.each([
    ['nobody', undefined, ['configured']],
    ['a user', USER, ['configured']],
    ['an admin', ADMIN, ['admin-delete', 'configured']],
  ])('guard what the function returned for %s', async (_label, token, expected) => {
    const [tools] = await visible('/mcp/combined', token)
    expect(tools).toEqual(expected)
  })
})

describe('endpoints are apart', () => {
  it.each(['/mcp', '/mcp/combined'])('%s neither lists nor calls a tool of /mcp/dynamic, by any header or body', async (path) => {
    const endpoint = server.endpoint(path)
    const authorization = { Authorization: `Bearer ${ADMIN}` }
    expect((await endpoint.tools(authorization)).map(({ name }) => name)).not.toContain('ban-user')
    expect(await endpoint.callText('ban-user', {}, authorization)).toContain('not found')
    const named = await endpoint.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { ...authorization, 'X-MCP-Tools': 'ban-user' })
    expect(named.status).toBe(400)
    expect(named.json()).toMatchObject({ error: { message: 'Unknown MCP tool: ban-user' }, id: null })
  })
})
