import { z } from 'zod'

export default defineMcpTool({
  description: 'Deletes all completed todos of a list.',
  tags: ['write'],
  // Nobody but the team lead sees this tool, or can call it. `server/middleware/role.ts` finds out who calls.
  enabled: event => event.context.isLead === true,
  inputSchema: {
    list: z.string().describe('Name of the list'),
  },
  annotations: { destructiveHint: true, idempotentHint: true },
  handler: async ({ list }) => {
    const todos = await readTodos()
    const done = todos.filter(todo => todo.list === list && todo.done)
    await Promise.all(done.map(todo => deleteTodo(todo.id)))
    return `Removed ${done.length} completed todos from ${list}.`
  },
})
