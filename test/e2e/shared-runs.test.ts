import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CAPABILITIES, LOG_LEVEL, type ModernOptions, accept, modern, postModern, questionsOf, textOf } from '../helpers/modern'
import { useServer } from '../helpers/server'

// What runs for several callers, or in one round only, cannot ask the client: not in one era, and not in the other.
// protocol-2026-07-28.md, Input from the user; server-side-requests R21; definitions R53.
const server = useServer('sessions', { path: '/mcp/eras' })

const call = (name: string, params: Record<string, unknown> = {}, options?: ModernOptions) => modern(server, 'tools/call', { name, ...params }, options)

interface SessionClient {
  call: (name: string, args?: Record<string, unknown>) => Promise<unknown>
  asked: string[]
}

/** A client with a session that can be asked for everything, and always agrees. */
async function sessionClient(): Promise<SessionClient> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {}, roots: {}, sampling: {} } })
  const asked: string[] = []
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { confirm: true } }
  })
  client.setRequestHandler(ListRootsRequestSchema, () => {
    asked.push('roots')
    return { roots: [] }
  })
  client.setRequestHandler(CreateMessageRequestSchema, () => {
    asked.push('sampling')
    return { model: 'm', role: 'assistant', content: { type: 'text', text: '' } }
  })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)))
  onTestFinished(() => client.close())
  return { call: (name, args = {}) => client.request({ method: 'tools/call', params: { name, arguments: args } }, ResultSchema), asked }
}

const refused = (text: string) => ({ isError: true, content: [{ type: 'text', text: expect.stringContaining(text) }] })
const noCache = (name: string) => `Tool \`${name}\` has \`cache\`, so it cannot ask the client`

describe('a cached definition that asks', () => {
  const tools = ['cached-elicits', 'cached-requests', 'cached-uses-sdk', 'cached-samples', 'cached-needs-page']

  it.each(tools)('is an ordinary error: %s in 2026-07-28', async (name) => {
    const args = { arguments: { key: 'modern' } }
    for (const reply of await Promise.all([call(name, args), call(name, args, { meta: { [CAPABILITIES]: {} } })])) {
      expect(reply).toMatchObject({ status: 200, result: { resultType: 'complete', ...refused(noCache(name)) } })
    }
    expect(await call(name, args)).toMatchObject({ result: refused(noCache(name)) })
  })

  it.each(tools)('is an ordinary error: %s in a session', async (name) => {
    const [one, other] = await Promise.all([sessionClient(), sessionClient()])
    expect(await Promise.all([one.call(name, { key: 'session' }), other.call(name, { key: 'session' })])).toEqual([refused(noCache(name)), refused(noCache(name))])
    expect([...one.asked, ...other.asked]).toEqual([])
  })

  it('is not kept', async () => {
    const before = (await server.state('shared-elicits')).count
    await call('cached-elicits', { arguments: { key: 'kept' } })
    await call('cached-elicits', { arguments: { key: 'kept' } })
    expect((await server.state('shared-elicits')).count).toBe(before + 2)
  })

  it('is an error of resources too', async () => {
    expect(await modern(server, 'resources/read', { uri: 'eras://cached' })).toMatchObject({ status: 200, error: { code: -32603, message: expect.stringContaining('Resource `cached` has `cache`') } })
  })
})

describe('a cached run', () => {
  it('goes on for the others when who started it is gone', async () => {
    const before = (await server.state('shared-slow')).count
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'cached-slow', arguments: { key: 'gone' }, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } } }
    const starter = new AbortController()
    const started = fetch(server.url, { method: 'POST', signal: starter.signal, headers: { 'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream', 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'cached-slow' }, body: JSON.stringify(body) }).catch(() => {})
    await expect.poll(async () => (await server.state('shared-slow')).count).toBe(before + 1)
    const joined = call('cached-slow', { arguments: { key: 'gone' } })
    starter.abort()
    await started
    expect(JSON.parse(textOf(await joined))).toEqual({ supports: false, token: null })
    expect((await server.state('shared-slow')).count).toBe(before + 1)
  })

  it('tells nobody anything, whoever started it', async () => {
    const meta = { [LOG_LEVEL]: 'debug', progressToken: 'mine' }
    const reply = await postModern(server, 'tools/call', { name: 'cached-slow', arguments: { key: 'told' } }, { meta })
    expect(reply.headers['content-type']).toBe('application/json')
    expect(reply.json()).toMatchObject({ id: 1, result: { resultType: 'complete' } })
  })
})

// A list or a completion is answered at once: the revision has no `input_required` for it.
it('a completion that asks is told that it cannot', async () => {
  const params = { ref: { type: 'ref/resource', uri: 'silent://{id}' }, argument: { name: 'id', value: '' } }
  expect(await modern(server.endpoint('/mcp/silent'), 'completion/complete', params)).toMatchObject({ status: 200, error: { message: expect.stringContaining('while `completion/complete` is answered') } })
})

describe('once()', () => {
  it.each(['once-elicits', 'once-requests'])('%s cannot ask in its work', async (name) => {
    const error = refused('The client cannot be asked inside `once(\'booking\')`')
    expect(await call(name)).toMatchObject({ status: 200, result: error })
    const client = await sessionClient()
    expect(await client.call(name)).toEqual(error)
    expect(client.asked).toEqual([])
  })

  it('may wait for what was asked before', async () => {
    const { requestState, keys: [key = ''] } = questionsOf(await call('once-waits'))
    expect(textOf(await call('once-waits', { requestState, inputResponses: { [key]: accept({ confirm: true }) } }))).toBe('booked: true')
    expect(await (await sessionClient()).call('once-waits')).toMatchObject({ content: [{ text: 'booked: true' }] })
  })
})
