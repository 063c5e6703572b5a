import { z } from 'zod'

export default defineMcpTool({
  description: 'Shows the todos of one list, or of all lists.',
  tags: ['read'],
  inputSchema: {
    list: z.string().optional().describe('Name of the list, for example `kitchen`'),
    includeDone: z.boolean().default(false).describe('Show completed todos too'),
  },
  // Clients get the result as typed data in `structuredContent`, and as text.
  outputSchema: {
    todos: z.array(todoSchema),
  },
  annotations: { readOnlyHint: true },
  handler: async ({ list, includeDone }) => {
    const todos = await readTodos()
    return {
      todos: todos.filter(todo => (!list || todo.list === list) && (includeDone || !todo.done)),
    }
  },
})
