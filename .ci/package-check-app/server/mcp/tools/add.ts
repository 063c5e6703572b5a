import { z } from 'zod'

export default defineMcpTool({
  description: 'Adds two numbers',
  inputSchema: { a: z.number(), b: z.number().default(0) },
  handler: ({ a, b }, extra) => extra.signal.aborted ? 0 : a + b,
})
