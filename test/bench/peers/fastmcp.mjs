import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { PORT, RESOURCE, SERVER_INFO, prompt, tools } from './definitions.mjs'

const server = new FastMCP(SERVER_INFO)
for (const { name, description, input, output, call } of tools) {
  server.addTool({
    name,
    description,
    parameters: z.object(input),
    ...(output ? { outputSchema: z.object(output) } : {}),
    execute: async args => call(args),
  })
}
server.addResource({ name: RESOURCE.name, uri: RESOURCE.uri, mimeType: 'text/plain', load: async () => ({ text: RESOURCE.text }) })
server.addPrompt({ name: prompt.name, arguments: [{ name: prompt.field, required: true }], load: async args => prompt.text(args) })

await server.start({ transportType: 'httpStream', httpStream: { host: '127.0.0.1', port: PORT, stateless: true, enableJsonResponse: true } })
