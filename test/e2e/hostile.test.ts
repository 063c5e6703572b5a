import { readFileSync } from 'node:fs'
import { join } from 'pathe'
import { describe, expect, inject, it } from 'vitest'
import { INITIALIZE } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

const server = useServer('hostile')

describe('file names', () => {
  // discovery R15, R48a, R49; definitions R13
  it.each(['2fa', 'null', 'true', 'arguments', 'eval', 'tools', 'def', 'it\'s', '日本', '中国', 'class', 'default', 'constructor'])('%s.ts is a tool', async (name) => {
    expect(await server.callText(name)).toBe(`file ${name}`)
  })

  // definitions R13, R11
  it('have the right titles', async () => {
    const titles = new Map((await server.tools()).map(({ name, title }) => [name, title]))
    expect(titles.get('2fa')).toBe('2fa')
    expect(titles.get('it\'s')).toBe('It\'s')
    expect(titles.get('日本')).toBe('日本')
  })

  it('that are properties of every object are tools', async () => {
    const names = (await server.tools()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['constructor', 'to-string', 'proto']))
    expect(await server.callText('proto')).toBe('file __proto__')
  })

  // discovery R49
  it('may be in a folder with an apostrophe', async () => {
    expect((await server.tools()).find(({ name }) => name === 'quoted')?._meta).toEqual({ group: 'o\'brien' })
  })

  // discovery R15
  it('that differ in a dash and an underscore are two files', async () => {
    expect([await server.callText('dash'), await server.callText('underscore')]).toEqual(['dash', 'underscore'])
  })

  // discovery R48a
  it('of resources, prompts and handlers are as free', async () => {
    expect((await server.read('hostile://resources')).contents).toEqual([{ uri: 'hostile://resources', text: 'file resources' }])
    expect((await server.read('hostile://2fa')).contents).toEqual([{ uri: 'hostile://2fa', text: 'file 2fa' }])
    expect((await server.prompt('prompts')).messages).toHaveLength(1)
    expect((await server.prompt('null')).messages).toHaveLength(1)
    expect(await server.endpoint('/mcp/handlers').tools()).toEqual([])
  })
})

// README 6, definitions R4, R5
describe('bad definitions', () => {
  it('leave `initialize`, the lists and the good ones alone', async () => {
    expect(await server.result('initialize', INITIALIZE)).toMatchObject({ protocolVersion: '2025-11-25' })
    expect(await server.callText('good')).toBe('good')
    expect((await server.read('hostile://good')).contents).toEqual([{ uri: 'hostile://good', text: 'good' }])
    expect((await server.prompt('good')).messages).toHaveLength(1)
  })

  it('are not listed', async () => {
    const listed = [
      ...(await server.tools()).map(({ name }) => name),
      ...(await server.resources()).map(({ name }) => name),
      ...(await server.templates()).map(({ name }) => name),
      ...(await server.prompts()).map(({ name }) => name),
    ]
    // These two have a good template; only what they list is bad.
    expect(listed.filter(name => /^bad-(?!list)|^export-|^no-handler|^handler-string|^unserialisable|^throwing-getter/.test(name))).toEqual([])
  })

  it('cannot be called', async () => {
    for (const name of ['no-handler', 'handler-string', 'bad-mixed', 'bad-tags', 'bad-cache-text', 'export-null']) {
      expect(await server.call(name)).toEqual({ content: [{ type: 'text', text: `MCP error -32602: Tool ${name} not found` }], isError: true })
    }
    expect((await server.error('prompts/get', { name: 'bad-role' })).code).toBe(-32602)
    expect((await server.error('resources/read', { uri: 'bad://no-handler' })).code).toBe(-32602)
  })

  it('do not keep the official client from listing', async () => {
    const client = await connectClient(server.url)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('good')
    expect((await client.listResources()).resources.map(({ name }) => name)).toContain('good')
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('good')
  })

  // definitions R4: the message names the file, and is logged once
  it.each([
    'tools/bad/no-handler.ts', 'tools/bad/handler-string.ts', 'tools/bad/fields.ts', 'tools/bad/caches.ts', 'tools/bad/schemas.ts',
    'tools/bad/throwing-getter.ts', 'tools/unserialisable.ts', 'tools/unserialisable-bigint.ts',
    'tools/bad/export-null.ts', 'tools/bad/export-undefined.ts', 'tools/bad/export-5.ts', 'tools/bad/export-astring.ts', 'tools/bad/export-array.ts', 'tools/bad/export-function.ts',
    'resources/bad/all.ts', 'resources/bad/export-null.ts', 'prompts/bad/all.ts', 'prompts/bad/export-undefined.ts',
  ])('%s is named in the log', async (file) => {
    await Promise.all([server.tools(), server.resources(), server.prompts()])
    await server.logged(`server/mcp/${file}`)
  })

  // definitions R23, R44; README 1
  it('are logged with the reason', async () => {
    await server.tools()
    await server.logged(/bad-mixed`? .*Zod 3.*Zod 4|bad-mixed`? .*Zod 4.*Zod 3/)
    await server.logged(/bad-cache-text.*soon/)
    await server.logged(/no-handler.*handler/)
  })

  it('are logged once', async () => {
    for (let time = 0; time < 3; time++) await server.tools()
    await server.logged('tools/bad/no-handler.ts')
    expect(server.output().match(/tools\/bad\/no-handler\.ts/g)).toHaveLength(1)
  })
})

describe('collisions that the build cannot see', () => {
  // discovery R22, definitions R60
  it('the first of a name or URI wins', async () => {
    expect((await server.tools()).filter(({ name }) => name === 'duplicate')).toHaveLength(1)
    expect(await server.callText('duplicate')).toBe('the first')
    expect((await server.prompts()).filter(({ name }) => name === 'twice')).toHaveLength(1)
    expect((await server.prompt('twice')).messages[0]?.content).toEqual({ type: 'text', text: 'the first' })
    expect((await server.resources()).filter(({ uri }) => uri === 'twice://uri')).toHaveLength(1)
    expect((await server.read('twice://uri')).contents).toEqual([{ uri: 'twice://uri', text: 'the first' }])
    expect((await server.templates()).filter(({ uriTemplate }) => uriTemplate === 'twice-template://{id}')).toHaveLength(1)
    expect((await server.read('twice-template://x')).contents).toEqual([{ uri: 'twice-template://x', text: 'the first' }])
  })

  it('are logged with both files', async () => {
    await server.tools()
    await server.logged('tools/bad/duplicate-a.ts')
    await server.logged('tools/bad/duplicate-b.ts')
  })
})

// README 6
it('a template that lists nonsense costs only the nonsense', async () => {
  const uris = (await server.resources()).map(({ uri }) => uri)
  expect(uris).toContain('hostile://good')
  expect(uris).toContain('bad-list-items://fine')
})

// discovery R33, README 6
it('a handler whose index is no object serves with default options', async () => {
  expect((await server.endpoint('/mcp/broken').tools()).map(({ name }) => name)).toEqual(['served'])
})

// definitions R14
it('a name that is not portable is served, with one warning', async () => {
  for (let time = 0; time < 3; time++) expect(await server.callText('odd name: ü')).toBe('odd')
  await server.logged('odd name: ü')
  expect(server.output().match(/odd name: ü/g)).toHaveLength(1)
})

it('the build did not see any of it', () => {
  const log = readFileSync(join(inject('builds'), 'hostile/build.log'), 'utf8')
  expect(log).toContain('Build complete')
  expect(log).not.toMatch(/^(?:\[error\]|\[warn\] \[@nuxtjs\/mcp-toolkit\])/m)
})
