import { describe, expect, it } from 'vitest'
import { useServer } from '../helpers/server'

const server = useServer('basic')

async function args(name: string, given?: object): Promise<unknown> {
  return JSON.parse(await server.callText(name, given))
}

describe('what a handler is called with', () => {
  // definitions §4.1
  it('only the extra without `inputSchema`, whatever the client sends', async () => {
    expect(await args('args-none')).toEqual({ args: [], extraIsLast: true })
    expect(await args('args-none', { a: 1 })).toEqual({ args: [], extraIsLast: true })
  })

  // definitions §4.1
  it('an empty object for an empty shape', async () => {
    expect(await args('args-empty', { unknown: 1 })).toEqual({ args: [{}], extraIsLast: true })
  })

  // definitions §4.1
  it('the parsed arguments: unknown keys stripped, defaults and transforms applied', async () => {
    expect(await args('args-shape', { required: 'r', transformed: 'four', unknown: 1, nested: { list: [1] } }))
      .toEqual({ args: [{ required: 'r', defaulted: 7, transformed: 4, nested: { list: [1] } }], extraIsLast: true })
  })

  // README 2
  it('the same for `z.object()`', async () => {
    expect(await args('args-object', { required: 'r', unknown: 1 })).toEqual({ args: [{ required: 'r', defaulted: 7 }], extraIsLast: true })
  })

  // definitions R25
  it('takes missing arguments for an empty object', async () => {
    expect(await args('args-empty')).toEqual({ args: [{}], extraIsLast: true })
    expect((await server.call('args-shape')).isError).toBe(true)
  })
})

describe('invalid arguments', () => {
  // definitions R24
  it('are an error result with every issue and its path', async () => {
    expect(await server.call('add', { a: 'x' })).toEqual({
      content: [{ type: 'text', text: 'MCP error -32602: Input validation error: Invalid arguments for tool add: Invalid input: expected number, received string at a' }],
      isError: true,
    })
    const { content, isError } = await server.call('args-shape', { defaulted: 'x', nested: { list: [1, 'two'] } })
    expect(isError).toBe(true)
    const [item] = content
    const lines = item?.type === 'text' ? item.text.split('\n') : []
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^MCP error -32602: Input validation error: Invalid arguments for tool args-shape: .* at required$/)
    expect(lines[1]).toMatch(/ at defaulted$/)
    expect(lines[2]).toMatch(/ at nested\.list\[1\]$/)
  })

  it('include refinements and unknown keys of a strict object', async () => {
    expect(await server.call('args-refined', { from: 2, to: 1 })).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/from after to at from$/) }] })
    expect(await server.call('args-strict', { required: 'r', surplus: 1 })).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('surplus') }] })
  })

  // definitions R24: the issue list of a Zod 3 schema reads the same
  it('are reported alike for Zod 3', async () => {
    expect(await server.call('schema-legacy-object', {})).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^MCP error -32602: Input validation error: Invalid arguments for tool schema-legacy-object: .+ at text$/) }],
    })
  })
})

// definitions R25, README 5
it('answers an unknown tool with an error result', async () => {
  expect(await server.call('nope')).toEqual({ content: [{ type: 'text', text: 'MCP error -32602: Tool nope not found' }], isError: true })
  expect((await server.call('__proto__')).isError).toBe(true)
  expect((await server.call('constructor')).isError).toBe(true)
})

// definitions R32
it('passes the request as `extra`', async () => {
  const reply = await server.post(
    { jsonrpc: '2.0', id: 'own-id', method: 'tools/call', params: { name: 'extra', _meta: { progressToken: 'p', own: 1 } } },
    { 'X-Test': 'from the client' },
  )
  const { content } = reply.json<{ result: { content: { text: string }[] } }>().result
  const extra = JSON.parse(content[0]!.text)
  expect(extra).toMatchObject({
    aborted: false,
    requestId: 'own-id',
    sessionId: null,
    meta: { progressToken: 'p', own: 1 },
    header: 'from the client',
    path: '/mcp',
    sendNotification: 'function',
    sendRequest: 'function',
  })
  expect(extra.keys).toEqual(expect.arrayContaining(['signal', 'requestId', 'requestInfo', 'sendNotification', 'sendRequest']))
})
