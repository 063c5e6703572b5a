import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type ClientCapabilities, ElicitRequestSchema, type ElicitResult, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useServer } from '../helpers/server'

// The code samples of both seeds that need a session, unchanged, driven by the official client.

const server = useServer('seeds-sessions')

interface Person {
  capabilities?: ClientCapabilities
  answer?: (params: Record<string, unknown>) => ElicitResult
}

async function connect({ capabilities = { elicitation: { form: {}, url: {} } }, answer }: Person = {}): Promise<Client> {
  const client = new Client({ name: 'seeds', version: '1' }, { capabilities })
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params))
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`)))
  onTestFinished(() => client.close())
  return client
}

async function text(client: Client, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [item] = content as { text?: string }[]
  return isError ? { error: item?.text } : item?.text
}

async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

describe('create_release', () => {
  const release = (answer: Person['answer'], args: Record<string, unknown> = { name: 'v1' }) => connect({ answer }).then(client => text(client, 'create_release', args))

  it('asks with a form', async () => {
    let asked: Record<string, unknown> = {}
    await release((params) => {
      asked = params
      return { action: 'cancel' }
    })
    expect(asked).toMatchObject({
      mode: 'form',
      message: 'Pick a release channel for "v1"',
      requestedSchema: {
        type: 'object',
        properties: {
          channel: { type: 'string', enum: ['stable', 'beta', 'canary'], description: 'Release channel' },
          notify: { type: 'boolean', default: true, description: 'Notify subscribers' },
        },
        required: ['channel'],
      },
    })
  })

  it.each([
    ['accepted in full', { action: 'accept', content: { channel: 'beta', notify: false } }, 'Created "v1" on beta (notify=false).'],
    ['accepted without the default', { action: 'accept', content: { channel: 'beta' } }, 'Created "v1" on beta (notify=true).'],
    ['declined', { action: 'decline' }, 'Release cancelled (decline).'],
    ['cancelled', { action: 'cancel' }, 'Release cancelled (cancel).'],
  ] satisfies [string, ElicitResult, string][])('is %s', async (_label, answer, expected) => {
    expect(await release(() => answer)).toBe(expected)
  })

  it.each([
    ['a value that is none of the choices', { channel: 'nightly' }],
    ['a missing choice', {}],
    ['a wrong type', { channel: 'beta', notify: 'yes' }],
  ])('refuses %s', async (_label, content) => {
    expect(await release(() => ({ action: 'accept', content }))).toEqual({ error: expect.stringContaining('does not match the requested schema') })
  })

  it('tells a client that cannot ask', async () => {
    const client = await connect({ capabilities: {} })
    expect(await text(client, 'create_release', { name: 'v1' })).toEqual({ error: expect.stringMatching(/^Client does not support elicitation \(mode=form\)/) })
  })

  it('works for fifty clients that call at once, without a GET stream', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) =>
      release(() => ({ action: 'accept', content: { channel: 'beta', notify: index % 2 === 0 } }), { name: `v${index}` })))
    expect(results).toEqual(Array.from({ length: 50 }, (_, index) => `Created "v${index}" on beta (notify=${index % 2 === 0}).`))
  })
})

describe('delete_project', () => {
  it.each([
    ['confirmed', { action: 'accept', content: { confirm: true } }, 'Deleted 7.'],
    ['accepted without a tick', { action: 'accept', content: { confirm: false } }, 'Aborted.'],
    ['accepted empty', { action: 'accept', content: {} }, 'Aborted.'],
    ['declined', { action: 'decline' }, 'Aborted.'],
  ] satisfies [string, ElicitResult, string][])('is %s', async (_label, answer, expected) => {
    const client = await connect({ answer: () => answer })
    expect(await text(client, 'delete_project', { id: '7' })).toBe(expected)
  })
})

describe('connect_github', () => {
  it.each([
    ['accept', 'GitHub connected.'],
    ['decline', 'User did not complete the flow (decline).'],
    ['cancel', 'User did not complete the flow (cancel).'],
  ] as const)('sends the person to a URL: %s', async (action, expected) => {
    let asked: Record<string, unknown> = {}
    const client = await connect({
      answer: (params) => {
        asked = params
        return { action }
      },
    })
    expect(await text(client, 'connect_github')).toBe(expected)
    expect(asked).toMatchObject({ mode: 'url', message: 'Authorize the integration', url: 'https://app.example.com/oauth/github/start', elicitationId: expect.any(String) })
  })

  it('falls back for clients without URL mode', async () => {
    const client = await connect({ capabilities: { elicitation: {} } })
    expect(await text(client, 'connect_github')).toBe('Open https://app.example.com/settings/github to connect your account, then try again.')
  })
})

describe('capability checks', () => {
  it('let handlers fall back', async () => {
    const client = await connect({ capabilities: {} })
    expect(await text(client, 'checked')).toBe('This tool needs an interactive client (Cursor, Claude Desktop, …).')
    expect(await text(client, 'caught')).toBe('Client does not support elicitation — falling back to defaults.')
  })

  it('refuse every schema that the document forbids, before anything is sent', async () => {
    const client = await connect({
      answer: () => {
        throw new Error('nothing may be sent')
      },
    })
    const codes: Record<string, string> = JSON.parse(String(await text(client, 'forbidden')))
    expect(Object.keys(codes)).toHaveLength(7)
    expect(new Set(Object.values(codes))).toEqual(new Set(['invalid-schema']))
  })
})

describe('tools during a session', () => {
  it('create-shortcut registers a tool, and the client learns of it', async () => {
    const client = await connect()
    let changed = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changed += 1
    })
    expect(await text(client, 'create-shortcut', { name: 'recent', query: 'last 2' })).toBe('Shortcut "recent" created')
    expect(changed).toBe(1)
    const { tools } = await client.listTools()
    expect(tools).toContainEqual(expect.objectContaining({ name: 'recent', description: 'Shortcut: last 2' }))
    expect(await text(client, 'recent')).toBe('{"query":"last 2","rows":2}')
    expect(await toolNames(await connect())).not.toContain('recent')
  })

  it('register-agent and unregister-agent', async () => {
    const client = await connect()
    expect(await text(client, 'register-agent', { agentId: 'a1', agentName: 'Ada' })).toBe('Agent "Ada" registered')
    expect(await text(client, 'call-a1')).toBe('a1 answered')
    expect(await text(client, 'unregister-agent', { agentId: 'a1' })).toBe('Agent "a1" unregistered')
    expect(await toolNames(client)).not.toContain('call-a1')
    expect(await text(client, 'unregister-agent', { agentId: 'a1' })).toEqual({ error: '[404] Agent "a1" not found' })
  })

  it('updates, hides and shows a tool through its handle', async () => {
    const client = await connect()
    await text(client, 'register')
    expect(await text(client, 'my-tool')).toBe('v1')
    await text(client, 'update')
    expect(await text(client, 'my-tool')).toBe('v2')
    await text(client, 'disable')
    expect(await toolNames(client)).not.toContain('my-tool')
    expect(await text(client, 'my-tool')).toEqual({ error: 'MCP error -32602: Tool my-tool disabled' })
    await text(client, 'enable')
    expect(await text(client, 'my-tool')).toBe('v2')
  })
})

describe('a listener of mcp:server:created', () => {
  it('registers as much as it likes, and hides some of it', async () => {
    const client = await connect()
    const tools = await toolNames(client)
    expect(tools).toContain('hook-one')
    expect(tools).not.toContain('hook-two')
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['hook-prompt'])
    expect(server.output()).not.toContain('failed:')
  })
})
