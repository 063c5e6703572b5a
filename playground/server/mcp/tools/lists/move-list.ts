import { z } from 'zod'

export default defineMcpTool({
  description: 'Moves the open todos of a list to another one. Asks the user which, and whether to go on.',
  tags: ['write'],
  inputSchema: {
    list: z.string().describe('Name of the list'),
  },
  annotations: { destructiveHint: false },
  handler: async ({ list }) => {
    const elicit = useMcpElicitation()
    // Clients up to MCP 2025-11-25 can be asked with `mcp.sessions` only, which the playground does without.
    if (!elicit.supports()) {
      return 'This tool needs a client that can ask its user.'
    }
    // Clients of MCP 2026-07-28 come back with each answer, and the handler runs again: `once()` keeps what it found, so
    // that the user decides about the same todos in both questions.
    const ids = await elicit.once('open', async () => {
      const todos = await readTodos()
      return todos.filter(todo => todo.list === list && !todo.done).map(todo => todo.id)
    })

    const answer = await elicit.form({
      key: 'target',
      message: `Where do the ${ids.length} open todos of “${list}” go?`,
      schema: { target: z.string().min(1).describe('Name of the other list') },
    })
    if (answer.action !== 'accept') {
      return 'Nothing was moved.'
    }
    const { target } = answer.content
    if (!await elicit.confirm(`Move ${ids.length} todos to “${target}”?`, { key: 'sure' })) {
      return 'Nothing was moved.'
    }

    await Promise.all(ids.map(async id => saveTodo({ ...await readTodo(id), list: target })))
    return `Moved ${ids.length} todos to “${target}”.`
  },
})
