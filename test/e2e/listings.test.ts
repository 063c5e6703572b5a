import { describe, expect, it } from 'vitest'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

const server = useServer('basic')

async function tool(name: string) {
  return (await server.tools()).find(entry => entry.name === name)
}

describe('tools/list', () => {
  // definitions R15, R16, R18, R19, R22, R26 and the field table
  it('lists every field of a definition', async () => {
    expect(await tool('full-metadata')).toEqual({
      name: 'full-metadata',
      title: 'Full metadata',
      description: 'Has every field',
      inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
      annotations: { title: 'Annotated', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      execution: { taskSupport: 'forbidden' },
      _meta: { custom: { nested: true }, group: 'own-group', tags: ['one', 'two'], inputExamples: [{ id: 1 }, {}] },
    })
  })

  // definitions R15
  it('takes the group from the definition, then the folder, then the authored `_meta`', async () => {
    expect((await tool('full-metadata'))?._meta?.group).toBe('own-group')
    expect((await tool('folder-wins'))?._meta?.group).toBe('meta')
    expect((await tool('root-meta'))?._meta?.group).toBe('meta-group')
    expect((await tool('deep'))?._meta?.group).toBe('admin/users')
    expect((await tool('add'))?._meta).not.toHaveProperty('group')
  })

  // definitions R16, R19
  it('keeps authored keys, and leaves out empty tags and unset examples', async () => {
    expect((await tool('folder-wins'))?._meta).toEqual({ group: 'meta', custom: 1 })
    expect((await tool('root-meta'))?._meta).toEqual({ group: 'meta-group', other: 'kept' })
    expect((await tool('add'))?._meta).toEqual({})
  })

  // definitions §1: optional fields that are absent stay off the wire
  it('leaves out what a definition does not have', async () => {
    const entry = await tool('plain-object')
    expect(Object.keys(entry ?? {}).sort()).toEqual(['_meta', 'description', 'execution', 'inputSchema', 'name', 'title'])
  })

  // definitions R21, R5
  it('serves frozen definitions and never changes one', async () => {
    expect((await tool('frozen'))?._meta).toEqual({ group: 'ice', tags: ['cold'] })
    expect(await server.callText('frozen')).toBe('frozen')
    expect((await tool('frozen'))?._meta).toEqual({ group: 'ice', tags: ['cold'] })
  })

  // definitions R2
  it('serves a default export that is a plain object', async () => {
    expect(await tool('plain-object')).toMatchObject({ title: 'Plain Object', description: 'Plain' })
    expect(await server.callText('plain-object')).toBe('plain')
  })

  // discovery R8, R9, R10
  it('does not list tests, declarations, hidden and ignored files, and other extensions', async () => {
    const names = (await server.tools()).map(({ name }) => name)
    expect(names.filter(name => /^case|prefixed|dotfile|types|component|common|^tool$/.test(name))).toEqual([])
  })

  // discovery R19
  it('sorts by the path below the scan root', async () => {
    const names = (await server.tools()).map(({ name }) => name)
    const order = ['add', 'admin', 'deep', 'invite-htmluser', 'args-empty', 'args-none', 'extra', 'fetches', 'plain-object', 'returns', 'root-meta', 'schema-dates', 'structured', 'throws']
    expect(names.filter(name => order.includes(name))).toEqual(order)
    expect((await server.tools()).map(({ name }) => name)).toEqual(names)
  })

  it('lists no name twice', async () => {
    const names = (await server.tools()).map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})

describe('resources/list and resources/templates/list', () => {
  // definitions R20, R70
  it('lists metadata at the top level and custom keys under `_meta`', async () => {
    const entry = (await server.resources()).find(({ uri }) => uri === 'meta://full')
    expect(entry).toEqual({
      uri: 'meta://full',
      name: 'full-resource',
      title: 'Own title',
      description: 'Own description',
      mimeType: 'text/markdown',
      size: 12,
      annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' },
      icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png' }],
      // Merged under the authored `metadata._meta`, whose keys stay.
      _meta: { authored: 1, group: 'own-group', tags: ['from-metadata'], custom: { deep: true }, own: 'kept' },
    })
  })

  // definitions R70
  it('takes title and description from the metadata when the definition has none', async () => {
    const entry = (await server.resources()).find(({ uri }) => uri === 'meta://from-metadata')
    expect(entry).toMatchObject({ name: 'from-metadata', title: 'Metadata title', description: 'Metadata description' })
    const plain = (await server.resources()).find(({ uri }) => uri === 'docs://guide')
    expect(plain).toEqual({ uri: 'docs://guide', name: 'static', title: 'Static' })
  })

  // definitions R20, R56
  it('lists templates apart, with their metadata', async () => {
    const templates = await server.templates()
    expect(templates.find(({ name }) => name === 'meta-template')).toEqual({
      uriTemplate: 'meta-template://{id}',
      name: 'meta-template',
      title: 'Template',
      mimeType: 'text/plain',
      _meta: { group: 'metadata', tags: ['tagged'], custom: 1 },
    })
    expect((await server.resources()).map(({ uri }) => uri)).not.toContain('meta-template://{id}')
  })

  // definitions R21
  it('serves a frozen resource', async () => {
    const entry = (await server.resources()).find(({ uri }) => uri === 'frozen://resource')
    expect(entry?._meta).toEqual({ group: 'ice', tags: ['cold'] })
    expect((await server.read('frozen://resource')).contents).toEqual([{ uri: 'frozen://resource', text: 'frozen' }])
  })
})

describe('prompts/list', () => {
  // definitions R20, R75, R76
  it('lists every field of a definition', async () => {
    expect((await server.prompts()).find(({ name }) => name === 'greet')).toEqual({
      name: 'greet',
      title: 'Greeting',
      description: 'Greets someone',
      arguments: [
        { name: 'who', description: 'Whom to greet', required: true },
        { name: 'tone', required: false },
        { name: 'extra', description: 'More words', required: false },
        { name: 'short', required: false },
        { name: 'count', required: false },
      ],
      _meta: { authored: true, group: 'social', tags: ['polite'] },
    })
  })

  // definitions R15, R20
  it('lists the group of the folder, and no `_meta` when there is nothing to say', async () => {
    const prompts = await server.prompts()
    expect(prompts.find(({ name }) => name === 'essay')?._meta).toEqual({ group: 'writing' })
    expect(prompts.find(({ name }) => name === 'no-arguments')).not.toHaveProperty('_meta')
  })

  // definitions R21
  it('serves a frozen prompt', async () => {
    expect((await server.prompts()).find(({ name }) => name === 'frozen-prompt')?._meta).toEqual({ group: 'ice', tags: ['cold'] })
    expect(await server.prompt('frozen-prompt')).toEqual({ messages: [{ role: 'user', content: { type: 'text', text: 'frozen' } }] })
  })
})

describe('the official client', () => {
  it('accepts every listing', async () => {
    const client = await connectClient(server.url)
    expect((await client.listTools()).tools.length).toBe((await server.tools()).length)
    expect((await client.listResources()).resources.length).toBe((await server.resources()).length)
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBe((await server.templates()).length)
    expect((await client.listPrompts()).prompts.length).toBe((await server.prompts()).length)
  })

  it('calls, reads and gets', async () => {
    const client = await connectClient(server.url)
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toEqual({ content: [{ type: 'text', text: '3' }] })
    expect((await client.readResource({ uri: 'docs://text' })).contents).toEqual([{ uri: 'docs://text', mimeType: 'text/x-note', text: 'just text' }])
    expect((await client.getPrompt({ name: 'essay' })).messages).toEqual([{ role: 'user', content: { type: 'text', text: 'an essay' } }])
    expect(await client.ping()).toEqual({})
  })
})
