import { describe, expect, it } from 'vitest'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const json = (value: unknown) => text(JSON.stringify(value, null, 2))

function returned(name: string) {
  return server.call('returns', { case: name })
}

describe('return normalisation', () => {
  // definitions §4.4 as amended by R34–R36
  it.each<[string, object]>([
    ['string', text('text')],
    ['empty-string', text('')],
    ['number', text('5')],
    ['zero', text('0')],
    ['nan', text('NaN')],
    ['true', text('true')],
    ['false', text('false')],
    ['object', json({ a: 1, b: { c: [2] } })],
    ['array', json([1, 'two', null])],
    ['instance', json({ name: 'ann' })],
    ['empty-object', text('{}')],
    ['empty-array', text('[]')],
    ['date', text('"1970-01-01T00:00:00.000Z"')],
    ['buffer', json({ type: 'Buffer', data: [104, 105] })],
    ['map', json([['a', 1]])],
    ['set', json(['x', 'y'])],
    ['response', text('{}')],
    ['content-string', json({ content: 'str' })],
    ['result', { content: [{ type: 'text', text: 'a' }, { type: 'image', data: 'AA==', mimeType: 'image/png' }], extra: 'kept', _meta: { k: 1 } }],
    ['link', { content: [{ type: 'resource_link', uri: 'docs://guide', name: 'guide' }, { type: 'resource', resource: { uri: 'docs://guide', text: 'x' } }] }],
    ['structured', { structuredContent: { a: [1] }, ...text('{"a":[1]}') }],
    ['structured-empty', { structuredContent: { a: 1 }, ...text('{"a":1}') }],
    ['structured-text', { structuredContent: { a: 1 }, ...text('own') }],
    ['content-empty', { content: [] }],
    ['failed', { isError: true, ...text('Tool execution failed') }],
    ['failed-structured', { isError: true, structuredContent: { why: 'x' }, ...text('{"why":"x"}') }],
    ['failed-text', { isError: true, ...text('own') }],
    // R34
    ['null', text('null')],
    ['undefined', { content: [] }],
    // R35
    ['bigint', text('12345678901234567890')],
    ['error', { isError: true, ...text('a returned error') }],
    ['http-error', { isError: true, ...text('[404] returned') }],
    // R36
    ['not-failed', json({ isError: false, data: 1 })],
    ['error-flag-text', json({ isError: 'yes', data: 1 })],
    ['business-content', json({ content: [{ title: 'p' }] })],
    ['business-type', json({ content: [{ type: 'paragraph', text: 'p' }] })],
    ['structured-null', json({ structuredContent: null })],
    ['structured-number', json({ structuredContent: 5 })],
    ['structured-array', json({ structuredContent: [1] })],
  ])('%s', async (name, expected) => {
    expect(await returned(name)).toEqual(expected)
    expect(await server.call('returns', { case: name, later: true })).toEqual(expected)
  })

  // definitions R35: an error result that names the tool and the reason
  it.each([
    ['symbol', /symbol/],
    ['function', /function/],
    ['circular', /circular/i],
    ['bigint-inside', /BigInt/],
    ['circular-structured', /circular/i],
    ['circular-extra', /circular/i],
    ['throwing-json', /toJSON failed/],
    ['broken-item', /text/],
  ])('%s cannot be sent', async (name, reason) => {
    const { content, isError } = await returned(name)
    expect(isError).toBe(true)
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(reason) }])
    expect(content[0]).toMatchObject({ text: expect.stringContaining('returns') })
  })

  it('is what the official client accepts', async () => {
    const client = await connectClient(server.url)
    for (const name of ['string', 'null', 'undefined', 'bigint', 'symbol', 'circular', 'structured-null', 'business-content', 'link', 'broken-item']) {
      await expect(client.callTool({ name: 'returns', arguments: { case: name } }), name).resolves.toHaveProperty('content')
    }
  })
})

describe('structured results', () => {
  // definitions R29
  it('a plain object is the structured content and its JSON text', async () => {
    expect(await server.call('structured', { case: 'plain' })).toEqual({
      structuredContent: { value: 1, tags: ['a'] },
      ...json({ value: 1, tags: ['a'] }),
    })
  })

  // definitions §4.4
  it('a call result keeps its content', async () => {
    expect(await server.call('structured', { case: 'full' })).toEqual({ structuredContent: { value: 2 }, ...text('two') })
    expect(await server.call('structured', { case: 'bare' })).toEqual({ structuredContent: { value: 3 }, ...text('{"value":3}') })
  })

  // definitions R28
  it('missing structured content is an error result', async () => {
    expect(await server.call('structured', { case: 'text' })).toEqual({
      isError: true,
      ...text('MCP error -32602: Output validation error: Tool structured has an output schema but no structured content was provided'),
    })
  })

  // definitions R28
  it.each(['bad', 'bad-plain'])('invalid structured content is an error result: %s', async (name) => {
    expect(await server.call('structured', { case: name })).toEqual({
      isError: true,
      ...text('MCP error -32602: Output validation error: Invalid structured content for tool structured: Invalid input: expected number, received string at value'),
    })
  })

  // definitions R30
  it('error results skip the validation', async () => {
    expect(await server.call('structured', { case: 'error' })).toEqual({ isError: true, ...text('allowed') })
    expect(await server.call('structured', { case: 'throw' })).toEqual({ isError: true, ...text('thrown') })
  })

  // definitions R27, R29: clients refuse what the advertised schema (`additionalProperties: false`) does not allow
  it('what is sent fits the listed schema', async () => {
    const client = await connectClient(server.url)
    await client.listTools()
    expect(await client.callTool({ name: 'structured', arguments: { case: 'unknown-keys' } })).toMatchObject({ structuredContent: { value: 4 } })
    expect(await client.callTool({ name: 'structured', arguments: { case: 'plain' } })).toMatchObject({ structuredContent: { value: 1 } })
  })
})

describe('result helpers', () => {
  // definitions §5, R40
  it.each<[string, object]>([
    ['image', { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }],
    ['audio', { content: [{ type: 'audio', data: 'data:audio/wav;base64,AAAA', mimeType: 'audio/wav' }] }],
    ['text', text('plain')],
    ['json', json({ a: 1 })],
    ['compact', text('{"a":1}')],
    ['null', text('null')],
    ['error', { isError: true, ...text('failed') }],
  ])('%s', async (name, expected) => {
    expect(await server.call('result-helpers', { case: name })).toEqual(expected)
  })
})
