import { z } from 'zod'

export default defineMcpTool({
  description: 'Adds many todos at once, one per line of a text.',
  tags: ['write', 'capture'],
  inputSchema: {
    list: z.string().min(1).describe('Name of the list'),
    text: z.string().describe('One todo per line; empty lines do not count'),
  },
  annotations: { destructiveHint: false },
  handler: async ({ list, text }, extra) => {
    const titles = text.split('\n').map(line => line.trim()).filter(Boolean)
    await extra.sendNotification({
      method: 'notifications/message',
      params: { level: 'info', logger: 'import-todos', data: `Importing ${titles.length} todos into ${list}` },
    })

    // A client that wants to see progress sends a token.
    const progressToken = extra._meta?.progressToken
    for (const [index, title] of titles.entries()) {
      await createTodo({ list, title })
      if (progressToken !== undefined) {
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: index + 1, total: titles.length, message: title },
        })
      }
    }
    return `Imported ${titles.length} todos.`
  },
})
