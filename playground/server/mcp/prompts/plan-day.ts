import { z } from 'zod'

export default defineMcpPrompt({
  description: 'Plans the day of one team member.',
  inputSchema: {
    assignee: completable(z.string().describe('First name'), async (typed) => {
      const names = (await readTodos()).flatMap(todo => todo.assignee ?? [])
      return [...new Set(names)].filter(name => name.toLowerCase().startsWith(typed.toLowerCase())).sort()
    }),
  },
  handler: async ({ assignee }) => {
    const todos = (await readTodos()).filter(todo => todo.assignee === assignee && !todo.done)
    const lines = todos.map(todo => `- ${todo.title} (list ${todo.list}, id ${todo.id})`)
    return `Plan ${assignee}'s day. These todos are open:\n\n${lines.join('\n') || '- none'}`
  },
})
