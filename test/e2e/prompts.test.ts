import { describe, expect, it } from 'vitest'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const user = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] })

async function listed(name: string) {
  return (await server.prompts()).find(entry => entry.name === name)
}

async function seen(name: string, args?: object): Promise<unknown> {
  const [message] = (await server.prompt(name, args)).messages
  return message?.content.type === 'text' ? JSON.parse(message.content.text) : undefined
}

describe('arguments', () => {
  // definitions R75
  it('are not listed without `inputSchema`, and the handler gets the extra only', async () => {
    expect(await listed('no-arguments')).toEqual({ name: 'no-arguments', title: 'No Arguments', description: 'Takes nothing' })
    expect(await seen('no-arguments', { given: 'x' })).toEqual({ args: [], extraIsLast: true })
  })

  // definitions R75
  it('are an empty list for an empty shape', async () => {
    expect((await listed('empty-arguments'))?.arguments).toEqual([])
    expect(await seen('empty-arguments')).toEqual({ args: [{}], extraIsLast: true })
  })

  // definitions R75, R76
  it('are parsed, with defaults and transforms', async () => {
    expect(await seen('greet', { who: 'ann', count: 'four', unknown: 'x' })).toEqual({ args: [{ who: 'ann', tone: 'warm', short: 'no', count: 4 }], extraIsLast: true })
  })

  // README 1, 2
  it('may be a `z.object()` or a Zod 3 shape', async () => {
    expect((await listed('whole-object'))?.arguments).toEqual([{ name: 'topic', description: 'The topic', required: true }])
    expect(await server.prompt('whole-object', { topic: 'x' })).toEqual(user('about x'))
    expect((await listed('legacy-prompt'))?.arguments).toEqual([
      { name: 'topic', description: 'The topic', required: true },
      { name: 'tone', required: false },
      { name: 'more', required: false },
    ])
    expect(await server.prompt('legacy-prompt', { topic: 'x' })).toEqual(user('plain x'))
  })

  // definitions R77
  it('that are invalid or missing are -32602', async () => {
    expect(await server.error('prompts/get', { name: 'greet' })).toEqual({
      code: -32602,
      message: 'MCP error -32602: Invalid arguments for prompt greet: Invalid input: expected string, received undefined at who',
    })
    expect(await server.error('prompts/get', { name: 'greet', arguments: { who: 'x' } })).toEqual({
      code: -32602,
      message: expect.stringMatching(/^MCP error -32602: Invalid arguments for prompt greet: .+ at who$/),
    })
    expect((await server.error('prompts/get', { name: 'legacy-prompt' })).message).toMatch(/^MCP error -32602: Invalid arguments for prompt legacy-prompt: .+ at topic$/)
  })

  // definitions R77 with the decision on malformed params: -32602 and no dump of issues
  it('that are no strings are -32602', async () => {
    const error = await server.error('prompts/get', { name: 'greet', arguments: { who: 5 } })
    expect(error.code).toBe(-32602)
    expect(error.message.length).toBeLessThan(300)
    expect(error.message).not.toContain('"code"')
  })

  // definitions R77
  it('of an unknown prompt are -32602', async () => {
    expect(await server.error('prompts/get', { name: 'nope' })).toEqual({ code: -32602, message: 'MCP error -32602: Prompt nope not found' })
    expect((await server.error('prompts/get', { name: 'constructor' })).code).toBe(-32602)
  })
})

describe('what a handler returns', () => {
  // definitions R78, R79
  it.each<[string, object]>([
    ['string', user('text')],
    ['empty-string', user('')],
    ['number', user('5')],
    ['boolean', user('false')],
    ['array', { messages: [{ role: 'assistant', content: { type: 'text', text: 'one' } }, { role: 'assistant', content: { type: 'text', text: 'two' } }] }],
    ['object', { description: 'Own description', messages: [{ role: 'assistant', content: { type: 'text', text: 'full' } }], _meta: { k: 1 } }],
    ['empty-messages', { messages: [] }],
  ])('%s', async (name, expected) => {
    expect(await server.prompt('prompt-cases', { case: name })).toEqual(expected)
  })

  // definitions R78
  it('text has the role of the definition', async () => {
    expect((await server.prompt('greet', { who: 'ann' })).messages[0]?.role).toBe('assistant')
  })

  // definitions R79
  it.each(['null', 'undefined', 'wrong-object', 'wrong-message'])('%s is an internal error that names the prompt', async (name) => {
    expect(await server.error('prompts/get', { name: 'prompt-cases', arguments: { case: name } })).toEqual({
      code: -32603,
      message: expect.stringContaining('prompt-cases'),
    })
  })
})

describe('what a handler throws', () => {
  // definitions R73, R74, R80
  it.each<[string, object]>([
    ['throw-http', { code: -32603, message: '[404] nf', data: { id: 7 } }],
    ['throw-error', { code: -32603, message: 'just an error' }],
    ['throw-code', { code: -32603, message: 'has a code' }],
    ['throw-protocol', { code: -32602, message: 'MCP error -32602: protocol', data: { k: 1 } }],
    ['throw-string', { code: -32603, message: 'Internal error' }],
    ['throw-null', { code: -32603, message: 'Internal error' }],
    ['throw-undefined', { code: -32603, message: 'Internal error' }],
  ])('%s', async (name, expected) => {
    expect(await server.error('prompts/get', { name: 'prompt-cases', arguments: { case: name } })).toEqual(expected)
  })
})
