import { z } from 'zod'

export default defineMcpTool({
  description: 'Finds todos by words in their title.',
  tags: ['read'],
  inputSchema: {
    query: z.string().min(2).describe('Words that all have to be in the title'),
  },
  annotations: { readOnlyHint: true },
  handler: async ({ query }) => {
    const words = query.toLowerCase().split(/\s+/)
    const todos = await readTodos()
    const found = todos.filter(todo => words.every(word => todo.title.toLowerCase().includes(word)))
    return found.length > 0 ? found : `No todo has “${query}” in its title.`
  },
})
