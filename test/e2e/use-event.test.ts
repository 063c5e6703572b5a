import { expect, it } from 'vitest'
import { useServer } from '../helpers/server'

const server = useServer('basic')

// README 7, 9
it('resolves `useEvent` from `h3` to the event of the request', async () => {
  expect(JSON.parse(await server.callText('h3-event', {}, { 'X-User': 'ann' }))).toEqual({ path: '/mcp', user: 'ann' })
})

// README 9
it('resolves it under another local name', async () => {
  expect(await server.callText('h3-alias')).toBe('/mcp')
})

// README 7
it('keeps the events of parallel requests apart', async () => {
  const users = ['a', 'b', 'c', 'd', 'e']
  const answers = await Promise.all(users.map((user, index) => server.callText('h3-event', { wait: 40 - index * 10 }, { 'X-User': user })))
  expect(answers.map(text => JSON.parse(text).user)).toEqual(users)
})

// README 7: the context is there in everything that a request calls
it('is there in resources, prompts, guards, lists, completions and cached handlers', async () => {
  expect(await server.callText('cached-event')).toBe('/mcp')
  expect((await server.read('event://resource')).contents).toEqual([{ uri: 'event://resource', text: '/mcp' }])
  expect((await server.read('event-template://x')).contents).toEqual([{ uri: 'event-template://x', text: '/mcp' }])
  expect((await server.resources()).find(({ uri }) => uri === 'event-template://listed')?.name).toBe('listed at /mcp')
  expect((await server.prompt('event-prompt')).messages[0]?.content).toEqual({ type: 'text', text: '/mcp' })
  const complete = (ref: object, name: string) => server.result('completion/complete', { ref, argument: { name, value: '' } })
  expect(await complete({ type: 'ref/prompt', name: 'event-prompt' }, 'word')).toMatchObject({ completion: { values: ['/mcp'] } })
  expect(await complete({ type: 'ref/resource', uri: 'event-template://{id}' }, 'id')).toMatchObject({ completion: { values: ['/mcp'] } })
})
