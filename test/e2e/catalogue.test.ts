import { describe, expect, it } from 'vitest'
import { type TestServer, useServer } from '../helpers/server'

interface Summary {
  name: string
  title?: string
  description?: string
  group?: string
  tags?: string[]
  handler?: string
  uri?: string
}

interface Catalogue {
  tools: Summary[]
  resources: Summary[]
  prompts: Summary[]
}

async function read(server: TestServer, options: object = {}, { event = false, headers = {} } = {}): Promise<Catalogue> {
  const query = `options=${encodeURIComponent(JSON.stringify(options))}${event ? '&event=1' : ''}`
  return (await server.http(`/catalogue?${query}`, { headers })).json()
}

const names = (summaries: Summary[]) => summaries.map(({ name }) => name)

describe('the listings', () => {
  const server = useServer('basic')

  // handlers R59, R63, R64
  it('say what clients see, in the same order', async () => {
    const { tools, resources, prompts } = await read(server, {}, { event: true })
    const wire = (entry: { name: string, title?: string, description?: string }) => ({ name: entry.name, title: entry.title, description: entry.description })
    expect(tools.map(wire)).toEqual((await server.tools()).map(wire))
    expect(prompts.map(wire)).toEqual((await server.prompts()).map(wire))
    const fixed = await server.resources()
    for (const { uri, ...summary } of resources) {
      const entry = [...fixed, ...(await server.templates()).map(template => ({ ...template, uri: template.uriTemplate }))].find(entry => entry.uri === uri)
      expect(wire(summary), uri).toEqual(entry && wire(entry))
    }
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['file:///docs/readme.md', 'http://example.com/', 'user://{id}', 'project://{id}/{part}']))
  })

  // handlers R63
  it('have only the keys that say something', async () => {
    const { tools, resources, prompts } = await read(server)
    expect(tools.find(({ name }) => name === 'full-metadata')).toEqual({ name: 'full-metadata', title: 'Full metadata', description: 'Has every field', group: 'own-group', tags: ['one', 'two'] })
    expect(tools.find(({ name }) => name === 'folder-wins')).toEqual({ name: 'folder-wins', title: 'Folder Wins', group: 'meta' })
    expect(resources.find(({ name }) => name === 'from-metadata')).toEqual({ name: 'from-metadata', title: 'Metadata title', description: 'Metadata description', group: 'metadata', uri: 'meta://from-metadata' })
    expect(prompts.find(({ name }) => name === 'essay')).toEqual({ name: 'essay', title: 'Essay', group: 'writing' })
  })

  // handlers §11: without an event everything is included, with one the guards decide
  it('apply guards when they get the event', async () => {
    expect(names((await read(server)).tools)).toEqual(expect.arrayContaining(['guard-off', 'guard-by-header', 'guard-throwing']))
    const visible = names((await read(server, {}, { event: true })).tools)
    expect(visible).toContain('guard-on')
    for (const name of ['guard-off', 'guard-by-header', 'guard-throwing']) expect(visible).not.toContain(name)
    expect(names((await read(server, {}, { event: true, headers: { 'X-Role': 'admin' } })).tools)).toContain('guard-by-header')
  })

  // handlers §11, R60, R61
  it.each<[object, string[]]>([
    [{ group: 'own-group' }, ['full-metadata']],
    [{ group: 'admin' }, ['admin']],
    [{ group: 'adm' }, []],
    [{ group: ['admin/users', 'own-group'] }, ['deep', 'full-metadata']],
    [{ tags: 'cold' }, ['frozen']],
    [{ tags: ['cold', 'two'] }, ['frozen', 'full-metadata']],
    [{ tags: 'cold', group: 'own-group' }, []],
    [{ group: [] }, []],
    [{ tags: [] }, []],
    [{ handler: [] }, []],
    [{ group: '' }, []],
  ])('filter by %j', async (options, expected) => {
    expect(names((await read(server, options)).tools)).toEqual(expected)
  })
})

describe('the listings of an application with handlers', () => {
  const server = useServer('handlers', { base: '/base', path: '/api/mcp' })

  // handlers §11, R59, R61
  it('cover all handlers, and tell them apart', async () => {
    expect(names((await read(server)).tools)).toEqual(expect.arrayContaining(['layered', 'secret', 'only', 'attributed']))
    expect(names((await read(server, { handler: 'admin' })).tools).sort()).toEqual(['attributed', 'from-base', 'secret'])
    expect((await read(server, { handler: 'bare' })).tools).toEqual([{ name: 'only', title: 'Only', handler: 'bare' }])
    expect(names((await read(server, { orphansOnly: true })).tools).sort()).toEqual(['base-only', 'context', 'extension', 'for-users', 'layered', 'notify', 'same-name'])
    expect((await read(server, { orphansOnly: true, handler: 'admin' })).tools).toEqual([])
  })

  // handlers R59: changes for one request are not reflected, inline definitions are not discovered
  it('do not show inline definitions and changes of hooks', async () => {
    const tools = names((await read(server)).tools)
    for (const name of ['flat-tool', 'named', 'report', 'dynamic', 'hooked', 'late']) expect(tools).not.toContain(name)
  })
})
