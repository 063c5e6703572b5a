import { describe, expect, it } from 'vitest'
import { useServer } from '../helpers/server'

const server = useServer('basic')

describe('what a tool handler throws', () => {
  // definitions §4.5
  it.each([
    ['message', '[404] gone'],
    ['status-message', '[404] SM'],
    ['both', '[404] m'],
    ['plain', '[500] plain'],
    ['status-only', '[401] '],
    ['data', '[422] bad\n{\n  "fields": [\n    "a"\n  ]\n}'],
    ['data-string', '[422] bad\n"why"'],
    ['error', 'just an error'],
    ['subclass', 'a subclass'],
    ['protocol', 'MCP error -32602: protocol'],
    ['number', '5'],
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['string', 'a string'],
    ['object', '[object Object]'],
  ])('%s', async (name, text) => {
    const expected = { content: [{ type: 'text', text }], isError: true }
    expect(await server.call('throws', { case: name })).toEqual(expected)
    expect(await server.call('throws', { case: name, later: true })).toEqual(expected)
  })

  // definitions R37
  it('circular data becomes the message of the serialiser', async () => {
    expect(await server.call('throws', { case: 'data-circular' })).toEqual({
      content: [{ type: 'text', text: expect.stringMatching(/circular/i) }],
      isError: true,
    })
  })

  it('a value that has no string form is still an error result', async () => {
    const { content, isError } = await server.call('throws', { case: 'no-prototype' })
    expect(isError).toBe(true)
    expect(content).toHaveLength(1)
  })

  // definitions §4.5: FetchError
  it('a failed fetch gives its message', async () => {
    const { content, isError } = await server.call('fetches')
    expect(isError).toBe(true)
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('/api-that-is-missing') }])
  })

  // definitions R38
  it('the URL-elicitation error stays a JSON-RPC error with its data', async () => {
    expect(await server.error('tools/call', { name: 'throws', arguments: { case: 'elicitation' } })).toEqual({
      code: -32042,
      message: expect.stringContaining('Sign in first'),
      data: { elicitations: [{ mode: 'url', message: 'sign in', url: 'https://example.com/login', elicitationId: 'e1' }] },
    })
  })
})

// definitions R39
it('logs unexpected errors on the server, and no answers that were meant', async () => {
  await server.call('throws', { case: 'error' })
  await server.call('throws', { case: 'message' })
  await server.logged('just an error')
  expect(server.output()).not.toContain('gone')
})
