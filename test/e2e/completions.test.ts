import { describe, expect, it } from 'vitest'
import { INITIALIZE } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

const server = useServer('basic')

function complete(ref: object, name: string, value: string, given?: Record<string, string>): Promise<unknown> {
  return server.result('completion/complete', { ref, argument: { name, value }, ...(given && { context: { arguments: given } }) })
}

function completePrompt(argument: string, value: string, given?: Record<string, string>): Promise<unknown> {
  return complete({ type: 'ref/prompt', name: 'complete' }, argument, value, given)
}

const values = (...list: string[]) => ({ completion: { values: list, total: list.length, hasMore: false } })

// definitions R81, handlers §8
it('are advertised', async () => {
  expect(await server.result('initialize', INITIALIZE)).toMatchObject({ capabilities: { completions: {} } })
})

describe('of prompt arguments', () => {
  // definitions R81, R82
  it.each(['plain', 'inside', 'outside', 'defaulted', 'both'])('%s: found whatever wraps it', async (argument) => {
    expect(await completePrompt(argument, 'an')).toEqual(values('ann', 'anton'))
    expect(await completePrompt(argument, '')).toEqual(values('ann', 'anton', 'bob'))
    expect(await completePrompt(argument, 'zzz')).toEqual(values())
  })

  // definitions R81
  it('pass the value and the context, and may be asynchronous', async () => {
    expect(await completePrompt('later', 'x')).toEqual(values('x-later'))
    expect(await completePrompt('context', 'x', { plain: 'ann' })).toEqual(values('ann:x'))
    expect(await completePrompt('context', 'x')).toEqual(values('none:x'))
  })

  // definitions R81
  it('send at most 100 values, with the total', async () => {
    expect(await completePrompt('many', '')).toEqual({
      completion: { values: Array.from({ length: 100 }, (_, index) => `item-${index}`), total: 150, hasMore: true },
    })
  })

  it('are empty for an argument without a callback, and for one that does not exist', async () => {
    expect(await completePrompt('silent', 'x')).toMatchObject({ completion: { values: [] } })
    expect(await completePrompt('nope', 'x')).toMatchObject({ completion: { values: [] } })
    expect(await completePrompt('constructor', 'x')).toMatchObject({ completion: { values: [] } })
  })

  it('that fail are a JSON-RPC error', async () => {
    const error = await server.error('completion/complete', { ref: { type: 'ref/prompt', name: 'complete' }, argument: { name: 'failing', value: '' } })
    expect(error).toEqual({ code: -32603, message: '[503] completion is down' })
  })

  it('do not change what is listed and parsed', async () => {
    expect((await server.prompts()).find(({ name }) => name === 'complete')?.arguments?.filter(({ required }) => required).map(({ name }) => name)).toEqual(['plain'])
    const [message] = (await server.prompt('complete', { plain: 'ann' })).messages
    expect(message?.content).toEqual({ type: 'text', text: JSON.stringify({ plain: 'ann', defaulted: 'ann', both: 'bob' }) })
  })
})

describe('of template variables', () => {
  // definitions R56
  it('call the callback of the template', async () => {
    const ref = { type: 'ref/resource', uri: 'project://{id}/{part}' }
    expect(await complete(ref, 'id', 'a')).toEqual(values('alpha'))
    expect(await complete(ref, 'part', 'p', { id: 'beta' })).toEqual(values('beta-p'))
    expect(await complete(ref, 'nope', 'p')).toMatchObject({ completion: { values: [] } })
  })

  it('are empty for a template without callbacks and for a fixed resource', async () => {
    expect(await complete({ type: 'ref/resource', uri: 'user://{id}' }, 'id', 'a')).toMatchObject({ completion: { values: [] } })
    expect(await complete({ type: 'ref/resource', uri: 'docs://guide' }, 'id', 'a')).toMatchObject({ completion: { values: [] } })
  })
})

// MCP 2025-11-25 server/utilities/completion: invalid prompt name → -32602
it('of unknown references are -32602', async () => {
  for (const ref of [{ type: 'ref/prompt', name: 'nope' }, { type: 'ref/resource', uri: 'nope://{id}' }, { type: 'ref/other' }]) {
    expect((await server.error('completion/complete', { ref, argument: { name: 'a', value: '' } })).code).toBe(-32602)
  }
})

it('work with the official client', async () => {
  const client = await connectClient(server.url)
  expect((await client.complete({ ref: { type: 'ref/prompt', name: 'complete' }, argument: { name: 'outside', value: 'b' } })).completion.values).toEqual(['bob'])
})
