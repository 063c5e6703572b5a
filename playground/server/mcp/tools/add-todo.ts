import { z } from 'zod'

export default defineMcpTool({
  description: 'Adds a todo to a list. The list need not exist yet.',
  tags: ['write', 'capture'],
  inputSchema: {
    list: z.string().min(1).describe('Name of the list'),
    title: z.string().min(1).describe('What is to be done, starting with a verb'),
    assignee: z.string().optional().describe('First name of who does it'),
  },
  inputExamples: [
    { list: 'kitchen', title: 'Order coffee' },
    { list: 'launch', title: 'Write the announcement', assignee: 'Ann' },
  ],
  annotations: { readOnlyHint: false, destructiveHint: false },
  handler: fields => createTodo(fields),
})
