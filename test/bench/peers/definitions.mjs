import { z } from 'zod'
import { inputShape, outputShape } from '../apps/shapes.mjs'
import { PROMPT, RESOURCE, hasOutput, toolText } from '../apps/sources.mjs'

export const TOOLS = Number(process.env.TOOLS)
export const PORT = Number(process.env.PORT)
export const SERVER_INFO = { name: 'bench', version: '1.0.0' }
export { RESOURCE }

/** The tools of the generated apps, for servers that are written by hand. */
export const tools = Array.from({ length: TOOLS }, (_, index) => ({
  name: `tool-${index}`,
  description: `Tool number ${index} of the benchmark`,
  input: inputShape(z),
  output: hasOutput(index) ? outputShape(z) : undefined,
  call: ({ text, count, list }) => ({
    content: [{ type: 'text', text: toolText(index, text, count) }],
    ...(hasOutput(index) ? { structuredContent: { text, count, tags: list } } : {}),
  }),
}))

export const resource = { contents: [{ uri: RESOURCE.uri, mimeType: 'text/plain', text: RESOURCE.text }] }

export const prompt = {
  name: PROMPT.name,
  field: PROMPT.field,
  input: { [PROMPT.field]: z.string() },
  text: args => `Review ${args[PROMPT.field]}`,
  get: args => ({ messages: [{ role: 'user', content: { type: 'text', text: prompt.text(args) } }] }),
}
