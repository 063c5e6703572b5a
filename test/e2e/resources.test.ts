import { describe, expect, it } from 'vitest'
import { INITIALIZE } from '../helpers/endpoint'
import { useServer } from '../helpers/server'

const server = useServer('basic')

async function readText(uri: string): Promise<string> {
  const { contents } = await server.read(uri)
  const [item] = contents
  if (contents.length !== 1 || !item || !('text' in item)) throw new Error(`no single text: ${JSON.stringify(contents)}`)
  return item.text
}

async function readVariables(uri: string): Promise<unknown> {
  return JSON.parse(await readText(uri))
}

describe('static resources', () => {
  // definitions R55
  it('call the handler with the URI and the extra', async () => {
    expect(JSON.parse(await readText('docs://guide'))).toEqual({ count: 2, isUrl: true, href: 'docs://guide', extraIsLast: true })
  })

  // definitions R58
  it('are found by any spelling of their URI', async () => {
    expect((await server.resources()).find(({ name }) => name === 'web-page')?.uri).toBe('http://example.com/')
    expect(await readText('http://example.com')).toBe('page at http://example.com/')
    expect(await readText('http://example.com/')).toBe('page at http://example.com/')
    expect(await readText('HTTP://EXAMPLE.COM:80')).toBe('page at http://example.com/')
  })

  // definitions R59
  it('answer an unknown URI with -32602 and an unparsable one with -32603', async () => {
    expect(await server.error('resources/read', { uri: 'docs://nope' })).toEqual({ code: -32602, message: 'MCP error -32602: Resource docs://nope not found' })
    expect(await server.error('resources/read', { uri: 'not a uri' })).toEqual({ code: -32603, message: 'Invalid URL' })
  })

  // definitions R60
  it('may share a name', async () => {
    expect((await server.resources()).filter(({ name }) => name === 'shared-name').map(({ uri }) => uri)).toEqual(['shared-name://one', 'shared-name://two'])
    expect((await server.resources()).filter(({ name }) => name === 'same-file-name').map(({ uri }) => uri)).toEqual(['same-file-name://a', 'same-file-name://b'])
    expect(await readText('shared-name://two')).toBe('two')
    expect(await readText('same-file-name://b')).toBe('b')
  })

  it('win over a template that matches too', async () => {
    expect(await readText('user://fixed')).toBe('the fixed resource')
  })
})

describe('subscriptions without sessions', () => {
  // issue 5: only what needs a request of the server's or a session id fails without sessions
  it.each(['resources/subscribe', 'resources/unsubscribe'])('%s is accepted', async (method) => {
    expect(await server.rpc(method, { uri: 'docs://guide' })).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(await server.rpc(method, { uri: 'user://42' })).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  // definitions R59, as with sessions
  it('the resource has to be there', async () => {
    expect(await server.error('resources/subscribe', { uri: 'docs://nope' })).toEqual({ code: -32602, message: 'MCP error -32602: Resource docs://nope not found' })
    expect(await server.error('resources/subscribe', { uri: 'not a uri' })).toEqual({ code: -32603, message: 'Invalid URL' })
    expect(await server.error('resources/unsubscribe', { uri: 'not a uri' })).toEqual({ code: -32603, message: 'Invalid URL' })
    expect((await server.error('resources/subscribe', {})).code).toBe(-32602)
  })

  // No update can reach the client.
  it('are not promised', async () => {
    const { capabilities } = await server.result<{ capabilities: object }>('initialize', INITIALIZE)
    expect(capabilities).toMatchObject({ resources: {} })
    expect(capabilities).not.toHaveProperty('resources.subscribe')
  })
})

describe('string templates', () => {
  // definitions R57
  it('are listed as templates and call the handler with the variables', async () => {
    expect((await server.templates()).find(({ uriTemplate }) => uriTemplate === 'user://{id}')).toMatchObject({ name: 'user', title: 'User' })
    expect(JSON.parse(await readText('user://42'))).toEqual({ count: 3, href: 'user://42', variables: { id: '42' }, extraIsLast: true })
  })

  // RFC 6570 §3.2.2, definitions R56 (percent-decoding is the correction)
  it.each([
    ['user://a%20b', { id: 'a b' }],
    ['user://a%2Fb', { id: 'a/b' }],
    ['user://%E6%97%A5%E6%9C%AC', { id: '日本' }],
    ['user://日本', { id: '日本' }],
  ])('%s is decoded', async (uri, variables) => {
    expect(await readVariables(uri)).toMatchObject({ variables })
  })

  it.each([
    ['user://1/posts/2', { id: '1', post: '2' }],
    ['tree://root/a', { path: 'a' }],
    ['tree://root/a/b/c.txt', { path: 'a/b/c.txt' }],
  ])('%s', async (uri, variables) => {
    expect(await readVariables(uri)).toEqual(variables)
  })

  // RFC 6570 §3.2.8
  it('take query variables by name, all optional', async () => {
    expect(await readVariables('search://items?q=two%20words&lang=en')).toEqual({ q: 'two words', lang: 'en' })
    expect(await readVariables('search://items?q=x')).toMatchObject({ q: 'x' })
    expect(await readVariables('search://items')).toEqual({})
  })

  // definitions R56: `{x}` stops at `/`, `?` and `#`
  it.each(['user://', 'user://1/', 'user://1/2', 'user://1?x=1', 'user://1#f', 'tree://root', 'tree://other/a', 'search://items/other', 'search://other?q=1'])('%s matches nothing', async (uri) => {
    expect((await server.error('resources/read', { uri })).code).toBe(-32602)
  })

  it.each(['user://%zz', 'user://%E0%A4%A', 'user://%00'])('%s has an answer', async (uri) => {
    const { error } = await server.rpc('resources/read', { uri })
    if (error) expect([-32602, -32603]).toContain(error.code)
  })

  it('answer a long URI without delay', async () => {
    const error = await server.error('resources/read', { uri: `nothing://${'a/'.repeat(50_000)}` })
    expect(error.code).toBe(-32602)
  })
})

describe('the SDK\'s `ResourceTemplate`', () => {
  // definitions R56
  it('is listed and read', async () => {
    expect((await server.templates()).find(({ name }) => name === 'project')).toEqual({
      uriTemplate: 'project://{id}/{part}',
      name: 'project',
      title: 'A project',
      description: 'One project',
      mimeType: 'application/json',
      _meta: { group: 'templates', color: 'red' },
    })
    expect(await server.read('project://alpha/a%20b')).toEqual({
      contents: [{ uri: 'project://alpha/a%20b', mimeType: 'application/json', text: '{"id":"alpha","part":"a b"}' }],
    })
  })

  // definitions R56
  it('adds what it lists to `resources/list`, with its own metadata as the default', async () => {
    const resources = await server.resources()
    expect(resources.find(({ name }) => name === 'alpha-readme')).toMatchObject({
      uri: 'project://alpha/readme', title: 'A project', description: 'One project', mimeType: 'application/json',
    })
    expect(resources.find(({ name }) => name === 'beta-readme')).toMatchObject({
      uri: 'project://beta/readme', title: 'Beta', description: 'The second', mimeType: 'text/plain',
    })
  })

  // README 6, definitions R5
  it('that cannot be listed leaves the others alone', async () => {
    expect((await server.resources()).length).toBeGreaterThan(10)
    expect(await readText('unlistable://x')).toBe('unlistable x')
    await server.logged('list failure')
  })
})

describe('what a handler returns', () => {
  // definitions R71, R72
  it.each<[string, object]>([
    ['string', { contents: [{ uri: 'cases://string', text: 'text' }] }],
    ['empty-string', { contents: [{ uri: 'cases://empty-string', text: '' }] }],
    ['empty', { contents: [] }],
    ['result', { contents: [{ uri: 'cases://result', text: 'a', mimeType: 'text/plain', _meta: { k: 1 } }, { uri: 'cases://result#2', blob: 'AAAA' }], _meta: { all: true } }],
  ])('%s', async (name, expected) => {
    expect(await server.read(`cases://${name}`)).toEqual(expected)
  })

  // definitions R72
  it('a string has the MIME type of the metadata', async () => {
    expect(await server.read('docs://text')).toEqual({ contents: [{ uri: 'docs://text', mimeType: 'text/x-note', text: 'just text' }] })
  })

  // definitions R71, R72
  it.each(['undefined', 'null', 'number', 'array', 'object', 'bad-item', 'buffer-blob'])('%s is an internal error that names the resource', async (name) => {
    const error = await server.error('resources/read', { uri: `cases://${name}` })
    expect(error).toEqual({ code: -32603, message: expect.stringContaining('resource-cases') })
  })

  it('a value that cannot be serialised is an internal error', async () => {
    expect((await server.error('resources/read', { uri: 'cases://circular' })).code).toBe(-32603)
  })
})

describe('what a handler throws', () => {
  // definitions R73, R74
  it.each<[string, object]>([
    ['throw-http', { code: -32603, message: '[404] nf', data: { id: 7 } }],
    ['throw-http-status', { code: -32603, message: '[403] SM' }],
    ['throw-error', { code: -32603, message: 'just an error' }],
    ['throw-code', { code: -32603, message: 'has a code' }],
    ['throw-protocol', { code: -32602, message: 'MCP error -32602: protocol', data: { k: 1 } }],
    ['throw-string', { code: -32603, message: 'Internal error' }],
    ['throw-null', { code: -32603, message: 'Internal error' }],
    ['throw-undefined', { code: -32603, message: 'Internal error' }],
  ])('%s', async (name, expected) => {
    expect(await server.error('resources/read', { uri: `cases://${name}` })).toEqual(expected)
  })
})
