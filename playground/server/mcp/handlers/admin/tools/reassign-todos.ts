import { z } from 'zod'

export default defineMcpTool({
  description: 'Gives all open todos of one team member to another, or to nobody.',
  enabled: event => event.context.isAdmin === true,
  inputSchema: {
    from: z.string().describe('First name of who gives them away'),
    to: z.string().optional().describe('First name of who takes them over'),
  },
  annotations: { destructiveHint: true, idempotentHint: true },
  handler: async ({ from, to }) => {
    const todos = (await readTodos()).filter(todo => todo.assignee === from && !todo.done)
    await Promise.all(todos.map(todo => saveTodo({ ...todo, assignee: to })))
    return `${to ?? 'Nobody'} now has ${todos.length} todos of ${from}.`
  },
})
