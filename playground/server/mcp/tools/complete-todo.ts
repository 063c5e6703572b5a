import { z } from 'zod'

export default defineMcpTool({
  description: 'Marks a todo as done.',
  tags: ['write'],
  inputSchema: {
    id: z.string().describe('Id of the todo, from `list-todos`'),
  },
  annotations: { destructiveHint: false, idempotentHint: true },
  handler: async ({ id }) => {
    const todo = await readTodo(id)
    return saveTodo({ ...todo, done: true })
  },
})
