import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import type { HeaderOverrides } from '../helpers/http'
import { useServer } from '../helpers/server'
import { openSession } from '../helpers/session'

// Listings are serialised once and kept. Here every kind of caller asks at once, over and over, the one who sees
// most first: what is kept must never reach another (issue 6; definitions R83–R86, handlers R33–R37).

const ADMIN = { 'X-Role': 'admin' }
const GUARDED = ['guard-async', 'guard-by-header']
const ROUNDS = 25

/** Lets all callers ask in turns that overlap, and tells what each of them got: every different answer once. */
async function askInParallel<K extends string>(callers: Record<K, () => Promise<unknown>>): Promise<Record<K, unknown[]>> {
  const answers = new Map<string, Map<string, unknown>>()
  const ask = async ([name, list]: [string, () => Promise<unknown>]) => {
    const answer = await list()
    const different = answers.get(name) ?? new Map<string, unknown>()
    answers.set(name, different.set(JSON.stringify(answer), answer))
  }
  const entries = Object.entries<() => Promise<unknown>>(callers)
  for (let round = 0; round < ROUNDS; round++) {
    const turn = entries.map((_, index) => entries[(index + round) % entries.length]!)
    await Promise.all(turn.map(ask))
  }
  return Object.fromEntries(entries.map(([name]) => [name, [...answers.get(name)!.values()]])) as Record<K, unknown[]>
}

function named(list: { name: string }[], ...wanted: string[]): string[] {
  return list.map(({ name }) => name).filter(name => wanted.includes(name))
}

describe('between users and headers', () => {
  const server = useServer('basic')
  const tools = (headers: HeaderOverrides) => async () => named(await server.tools(headers), 'add', 'guard-on', ...GUARDED)

  it('tools', async () => {
    expect(await askInParallel({
      admin: tools(ADMIN),
      nobody: tools({}),
      one: tools({ 'X-MCP-Tools': 'add' }),
      none: tools({ 'X-MCP-Tools': '' }),
      adminsOne: tools({ ...ADMIN, 'X-MCP-Tools': 'guard-async, add' }),
    })).toEqual({
      admin: [['add', 'guard-async', 'guard-by-header', 'guard-on']],
      nobody: [['add', 'guard-on']],
      one: [['add']],
      none: [[]],
      adminsOne: [['add', 'guard-async']],
    })
  })

  it('a name that only another caller sees', async () => {
    const refused = async () => (await server.post(message(1, 'tools/list'), { 'X-MCP-Tools': 'guard-async' })).status
    expect(await askInParallel({ admin: tools({ ...ADMIN, 'X-MCP-Tools': 'guard-async' }), nobody: refused })).toEqual({ admin: [['guard-async']], nobody: [400] })
  })

  it('resources, templates and prompts', async () => {
    const resources = (headers: HeaderOverrides) => async () => (await server.resources(headers)).map(({ uri }) => uri).filter(uri => uri.startsWith('guard:'))
    const templates = (headers: HeaderOverrides) => async () => (await server.templates(headers)).map(({ uriTemplate }) => uriTemplate).filter(uri => uri.startsWith('guard'))
    const prompts = (headers: HeaderOverrides) => async () => (await server.prompts(headers)).filter(({ name }) => name.startsWith('guard')).length
    const seen = await askInParallel({
      adminResources: resources(ADMIN),
      resources: resources({}),
      adminTemplates: templates(ADMIN),
      templates: templates({}),
      adminPrompts: prompts(ADMIN),
      prompts: prompts({}),
    })
    expect(seen).toMatchObject({
      adminResources: [['guard://counted', 'guard://header']],
      resources: [['guard://counted']],
      adminTemplates: [['guard-template://{id}']],
      templates: [[]],
    })
    expect(seen.adminPrompts).toHaveLength(1)
    expect(seen.prompts).toHaveLength(1)
    expect(seen.adminPrompts[0]).toBeGreaterThan(Number(seen.prompts[0]))
  })

  // The id is put in front of the kept bytes.
  it('answers carry the id of their own request', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => index % 2 ? index : `id "${index}"`)
    const replies = await Promise.all(ids.map(id => server.post(message(id, 'tools/list'), Number(id) % 3 ? ADMIN : {})))
    expect(replies.map(reply => reply.json<{ id: unknown }>().id)).toEqual(ids)
  })
})

describe('between endpoints', () => {
  const server = useServer('handlers', { base: '/base', path: '/api/mcp' })

  it('tools', async () => {
    const tools = (path: string, headers?: HeaderOverrides) => async () => (await server.endpoint(path).tools(headers)).map(({ name }) => name)
    const everywhere = ['base-only', 'context', 'extension', 'layered', 'notify', 'same-name']
    const { standard, ...others } = await askInParallel({
      admin: tools('/api/mcp/admin'),
      standard: tools('/api/mcp'),
      bare: tools('/api/mcp/bare'),
      flat: tools('/api/mcp/flat'),
      reports: tools('/reports-mcp'),
      inline: tools('/api/mcp/inline'),
      layered: tools('/api/mcp', { 'X-MCP-Tools': 'layered' }),
    })
    expect(others).toEqual({
      admin: [['from-base', 'attributed', 'secret']],
      bare: [['only']],
      flat: [['flat-tool']],
      reports: [['report']],
      inline: [['named', 'layered']],
      layered: [['layered']],
    })
    expect(standard.map(names => [...names as string[]].sort())).toEqual([everywhere])
  })
})

describe('between sessions', () => {
  const server = useServer('sessions')

  it('tools that a session saw at its beginning, or added since', async () => {
    const [admin, user, restricted, changed] = await Promise.all([
      openSession(server.url, { headers: ADMIN }),
      openSession(server.url),
      openSession(server.url, { headers: { 'X-MCP-Tools': 'echo' } }),
      openSession(server.url),
    ])
    await changed.call('register', { name: 'mine' })
    const tools = (session: typeof admin) => async () => {
      const { result } = await session.rpc('tools/list')
      return named((result as { tools: { name: string }[] }).tools, 'echo', 'guarded', 'mine')
    }
    expect(await askInParallel({ admin: tools(admin), user: tools(user), restricted: tools(restricted), changed: tools(changed) })).toEqual({
      admin: [['echo', 'guarded']],
      user: [['echo']],
      restricted: [['echo']],
      changed: [['echo', 'mine']],
    })
  })
})
