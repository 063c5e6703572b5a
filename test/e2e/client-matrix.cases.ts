import { expect } from 'vitest'
import type { ClientAdapter } from '../helpers/clients/adapter'
import type { ClientAnswers, ElicitationAnswer } from '../helpers/clients/answers'
import { waitFor } from '../helpers/process'
import type { TestServer } from '../helpers/server'

/** What every client does on the endpoint `/mcp/matrix` of the fixture `sessions`. */
export interface MatrixCase {
  name: string
  answers?: ClientAnswers
  run: (client: ClientAdapter, server: TestServer) => Promise<void>
}

/** What the user says to every question of the fixture. */
const WORDS: Record<string, ElicitationAnswer> = {
  'Which size?': { action: 'accept', content: { size: 'L' } },
  'Sign in.': { action: 'accept' },
  'Connect.': { action: 'accept' },
  'Where to?': { action: 'accept', content: { address: 'Main Street' } },
  'Really?': { action: 'accept', content: { confirm: true } },
  'For when?': { action: 'accept', content: { day: 'Monday' } },
  'Which page?': { action: 'accept', content: { page: 7 } },
}
export const USER: ClientAnswers = { elicit: message => WORDS[message] ?? { action: 'cancel' } }

const LISTS: MatrixCase[] = [
  {
    name: 'lists tools in a stable order',
    run: async (client) => {
      const tools = await client.tools()
      expect(tools).toEqual(expect.arrayContaining(['add', 'ask-all', 'ask-model', 'choose-size', 'connect', 'deliver', 'fail', 'list-roots', 'order', 'sign-in', 'steps', 'supports']))
      expect(tools).toHaveLength(12)
      expect(await client.tools()).toEqual(tools)
    },
  },
  {
    name: 'lists prompts',
    run: async client => expect((await client.prompts()).sort()).toEqual(['greet', 'plan']),
  },
  {
    name: 'lists resources, those of templates too',
    run: async client => expect((await client.resources()).sort()).toEqual(['matrix://choice', 'matrix://items/one', 'matrix://kept', 'matrix://news']),
  },
  {
    name: 'lists templates',
    run: async client => expect(await client.templates()).toEqual(['matrix://items/{id}']),
  },
  {
    name: 'learns what the server is and can do',
    run: async (client) => {
      expect(client.serverName).toBe('matrix')
      expect(client.capabilities).toMatchObject({ tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} })
    },
  },
]

const CALLS: MatrixCase[] = [
  {
    name: 'calls a tool with structured output, which the client validates',
    run: async (client) => {
      await client.tools()
      expect(await client.call('add', { a: 1, b: 2 })).toMatchObject({ isError: false, structured: { sum: 3 } })
    },
  },
  {
    name: 'sees the error of a tool as a result',
    run: async client => expect(await client.call('fail')).toMatchObject({ isError: true, text: 'Out of paper' }),
  },
  {
    name: 'sees refused arguments as a result',
    run: async client => expect(await client.call('add', { a: 1, b: 'two' })).toMatchObject({ isError: true, text: expect.stringContaining('expected number, received string at b') }),
  },
  {
    name: 'repeats an argument in a header where the protocol knows that',
    run: async (client) => {
      await client.tools()
      expect(await client.call('deliver', { city: 'Zürich' })).toMatchObject({ isError: false, text: 'to Zürich' })
    },
  },
  {
    name: 'gets a prompt',
    run: async client => expect(await client.prompt('greet', { name: 'Ada' })).toBe('Hello Ada'),
  },
  {
    name: 'is told that there is no such prompt',
    run: async client => expect(client.prompt('nothing')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('nothing') }),
  },
  {
    name: 'reads a resource and one of a template',
    run: async (client) => {
      expect(await client.read('matrix://news')).toBe('No news')
      expect(await client.read('matrix://items/42')).toBe('Item 42')
    },
  },
  {
    name: 'is told that there is no such resource',
    run: async client => expect(client.read('matrix://nothing')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('matrix://nothing') }),
  },
  {
    name: 'completes arguments of prompts and templates',
    run: async (client) => {
      expect(await client.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'name', value: 'ad' })).toEqual(['ada', 'adele'])
      expect(await client.complete({ type: 'ref/resource', uri: 'matrix://items/{id}' }, { name: 'id', value: 'on' })).toEqual(['one', 'only'])
    },
  },
]

const NOTIFICATIONS: MatrixCase[] = [
  {
    name: 'follows progress',
    run: async (client) => {
      const seen: (string | undefined)[] = []
      const { text } = await client.call('steps', undefined, { onProgress: ({ message }) => seen.push(message) })
      expect({ text, seen }).toEqual({ text: 'three steps', seen: ['step 1', 'step 2', 'step 3'] })
    },
  },
  {
    name: 'gets log messages of the level that it asked for',
    run: async (client) => {
      await client.call('steps', undefined, { logLevel: 'info' })
      expect(client.logs).toEqual(['info 1', 'info 2', 'info 3'])
    },
  },
  {
    name: 'is told that a resource changed which it watches',
    run: async (client, server) => {
      await client.watch('matrix://news')
      // A session has its stream a moment after it has connected, and is told nothing twice.
      await server.http('/updated?uri=matrix://items/one')
      await server.http('/updated?uri=matrix://news')
      await waitFor('the update', () => client.updates.length > 0 || undefined)
      expect(client.updates).toEqual(['matrix://news'])
    },
  },
]

const QUESTIONS: MatrixCase[] = [
  {
    name: 'shows a form',
    answers: USER,
    run: async (client) => {
      const { text } = await client.call('choose-size')
      expect(JSON.parse(text)).toEqual({ action: 'accept', content: { size: 'L', gift: false } })
      expect(client.questions).toMatchObject([{ method: 'elicitation/create', params: { message: 'Which size?', requestedSchema: { properties: { size: { enum: ['S', 'L'] } } } } }])
    },
  },
  {
    name: 'declines a form',
    answers: { elicit: () => ({ action: 'decline' }) },
    run: async client => expect(JSON.parse((await client.call('choose-size')).text)).toEqual({ action: 'decline' }),
  },
  {
    name: 'opens a page',
    answers: USER,
    run: async (client) => {
      expect(await client.call('sign-in')).toMatchObject({ text: 'accept' })
      expect(client.questions).toMatchObject([{ method: 'elicitation/create', params: { mode: 'url', url: 'https://app.example.com/sign-in' } }])
    },
  },
  {
    name: 'opens a page once, although its address changes whenever the handler runs',
    answers: USER,
    run: async (client) => {
      expect(await client.call('connect')).toMatchObject({ isError: false, text: 'accept' })
      expect(client.questions).toHaveLength(1)
    },
  },
  {
    name: 'answers one question after the other, and once-only work is done once',
    answers: USER,
    run: async (client, server) => {
      const { count } = await server.state('orders')
      const { text } = await client.call('order')
      expect(text).toBe(`ordered ${count + 1} to Main Street`)
      expect(client.questions.map(({ params }) => params.message)).toEqual(['Where to?', 'Really?'])
      expect(await server.state('orders')).toMatchObject({ count: count + 1 })
    },
  },
  {
    name: 'answers questions that are asked at the same time',
    answers: { ...USER, roots: ['file:///a', 'file:///b'] },
    run: async (client) => {
      expect(await client.call('ask-all')).toMatchObject({ text: 'L true 2' })
      expect(client.questions).toHaveLength(3)
    },
  },
  {
    name: 'asks its model',
    answers: { sample: 'Paris' },
    run: async (client) => {
      expect(await client.call('ask-model', { question: 'Capital of France?' })).toMatchObject({ text: 'test-model: Paris' })
      expect(client.questions).toMatchObject([{ method: 'sampling/createMessage', params: { messages: [{ content: { text: 'Capital of France?' } }] } }])
    },
  },
  {
    name: 'tells its roots',
    answers: { roots: ['file:///a', 'file:///b'] },
    run: async client => expect(await client.call('list-roots')).toMatchObject({ text: 'file:///a,file:///b' }),
  },
  {
    name: 'answers for a prompt and for a resource',
    answers: USER,
    run: async (client) => {
      expect(await client.prompt('plan')).toBe('A plan for Monday')
      expect(await client.read('matrix://choice')).toBe('Page 7')
    },
  },
  {
    name: 'is known to have no answers',
    run: async client => expect(await client.call('supports')).toMatchObject({ text: 'false false' }),
  },
  {
    name: 'is known to have answers',
    answers: USER,
    run: async client => expect(await client.call('supports')).toMatchObject({ text: 'true true' }),
  },
]

export const CASES = [...LISTS, ...CALLS, ...NOTIFICATIONS, ...QUESTIONS]
