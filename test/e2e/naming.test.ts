import { expect, it } from 'vitest'
import { useServer } from '../helpers/server'

const server = useServer('basic')

// definitions §2: R6–R8, R11, R12 and the table
it.each([
  ['list-docs.ts', 'list-docs', 'List Docs'],
  ['parseHTML.ts', 'parse-html', 'Parse HTML'],
  ['HTMLParser.mts', 'htmlparser', 'HTMLParser'],
  ['getURLFor.ts', 'get-urlfor', 'Get URLFor'],
  ['getV2User.mjs', 'get-v2-user', 'Get V2User'],
  ['step2Next.ts', 'step2-next', 'Step2Next'],
  ['list-2-items.ts', 'list-2-items', 'List 2 Items'],
  ['snake_case_name.ts', 'snake-case-name', 'Snake Case Name'],
  ['with space.ts', 'with-space', 'With Space'],
  ['dotted.name.ts', 'dotted.name', 'Dotted.Name'],
  ['a--b.ts', 'a--b', 'A B'],
  ['a__b.ts', 'a-b', 'A B'],
  ['_private.ts', 'private', 'Private'],
  ['café.ts', 'café', 'Café'],
  ['admin/index.ts', 'admin', 'Admin'],
  ['admin/users/deep.ts', 'deep', 'Deep'],
])('tool %s is named `%s`, titled `%s`', async (_file, name, title) => {
  const tool = (await server.tools()).find(entry => entry.name === name)
  expect(tool?.title).toBe(title)
})

// definitions R7, R8: prompts and resources are named alike
it('names prompts and resources the same way', async () => {
  expect((await server.prompts()).find(({ name }) => name === 'list-docs')?.title).toBe('List Docs')
  expect((await server.resources()).find(({ uri }) => uri === 'names://list-docs')).toMatchObject({ name: 'list-docs', title: 'List Docs' })
})

// definitions R9
it('generates the title of a named definition, and the name of a titled one', async () => {
  const tools = await server.tools()
  expect(tools.find(({ name }) => name === 'given-name')?.title).toBe('Only Name')
  expect(tools.find(({ name }) => name === 'only-title')?.title).toBe('Given title')
})

// definitions §1: an empty string counts as absent
it('takes empty strings for absent', async () => {
  expect((await server.tools()).find(({ name }) => name === 'empty-strings')?.title).toBe('Empty Strings')
})

// definitions R14
it('warns about a name that is not portable once, not on every request', async () => {
  await server.tools()
  await server.tools()
  await server.logged('café')
  expect(server.output().match(/Tool name .*café/g)).toHaveLength(1)
})

// definitions R3, discovery R8: every extension that is scanned has the auto-imports
it.each(['htmlparser', 'get-v2-user', 'list-docs'])('the file of `%s` has the auto-imports', async (name) => {
  expect(['function', 'ok']).toContain(await server.callText(name))
})
