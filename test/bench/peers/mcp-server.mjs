import { z } from 'zod'
import { RESOURCE, prompt, resource, tools } from './definitions.mjs'

// Made once: a server per request registers them, and does not make them.
const schemas = new Map(tools.map(tool => [tool, { inputSchema: z.object(tool.input), outputSchema: tool.output && z.object(tool.output) }]))
const promptSchema = z.object(prompt.input)

/**
 * Registers everything on a `McpServer`, of version 1 or 2 of the SDK.
 *
 * @param {import('@modelcontextprotocol/server').McpServer} server
 * @param {{ shapes: boolean }} options version 1 takes the shape of a prompt's arguments
 */
export function registerAll(server, { shapes }) {
  for (const tool of tools) {
    server.registerTool(tool.name, { description: tool.description, ...schemas.get(tool) }, tool.call)
  }
  server.registerResource(RESOURCE.name, RESOURCE.uri, { mimeType: 'text/plain' }, () => resource)
  server.registerPrompt(prompt.name, { argsSchema: shapes ? prompt.input : promptSchema }, prompt.get)
}
