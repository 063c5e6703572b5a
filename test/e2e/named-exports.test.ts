import { expect, it } from 'vitest'
import { useServer } from '../helpers/server'

const server = useServer('basic')

// README 10
it('serves every named export that the matching define function made', async () => {
  const tools = await server.tools()
  expect(tools.find(({ name }) => name === 'register-agent')).toMatchObject({ title: 'Register Agent', description: 'Registers an agent' })
  expect(tools.find(({ name }) => name === 'custom-remove')).toMatchObject({ title: 'Custom title' })
  expect(await server.callText('register-agent', { name: 'bond' })).toBe('registered bond')
  expect(await server.callText('custom-remove')).toBe('removed')
})

// README 10
it('names an export by what it is exported as', async () => {
  expect(await server.callText('list-agents')).toBe('listed by its alias')
})

// README 10
it('keeps the file name for the default export', async () => {
  expect((await server.tools()).find(({ name }) => name === 'manage-agents')?.title).toBe('Manage Agents')
  expect(await server.callText('manage-agents')).toBe('the default export')
})

// README 10
it('gives named exports the group of their folder', async () => {
  expect((await server.tools()).find(({ name }) => name === 'invite-htmluser')?._meta).toEqual({ group: 'agents' })
})

// README 10
it('takes nothing else for a definition', async () => {
  const names = (await server.tools()).map(({ name }) => name)
  for (const name of ['agent-name', 'lookalike', 'wrong-kind', 'describe-agent', 'settings', 'greet', 'name-schema', 'helpers']) {
    expect(names).not.toContain(name)
  }
  expect((await server.prompts()).map(({ name }) => name)).not.toContain('wrong-kind')
})

// README 10
it('serves named resources and prompts', async () => {
  expect((await server.read('file:///docs/code.ts')).contents).toHaveLength(1)
  expect((await server.resources()).find(({ name }) => name === 'code-file')?.title).toBe('Code File')
  expect((await server.prompt('short-story')).messages[0]?.content).toEqual({ type: 'text', text: 'a short story' })
  expect((await server.prompt('novel')).messages[0]?.content).toEqual({ type: 'text', text: 'a novel' })
})
