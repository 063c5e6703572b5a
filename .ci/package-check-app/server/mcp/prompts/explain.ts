import { z } from 'zod'

export default defineMcpPrompt({
  inputSchema: { topic: z.string() },
  handler: ({ topic }) => `Explain ${topic}.`,
})
