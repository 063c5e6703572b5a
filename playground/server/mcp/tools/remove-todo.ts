import { z } from 'zod'

export default defineMcpTool({
  description: 'Deletes a todo that will never be done.',
  tags: ['write'],
  inputSchema: {
    id: z.string().describe('Id of the todo, from `list-todos`'),
  },
  annotations: { destructiveHint: true, idempotentHint: true },
  handler: async ({ id }) => {
    const { title } = await readTodo(id)
    await deleteTodo(id)
    return `Removed “${title}”.`
  },
})
