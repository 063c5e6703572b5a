// Version 2 of the SDK with its own handler for HTTP.
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { PORT, SERVER_INFO } from './definitions.mjs'
import { registerAll } from './mcp-server.mjs'

const handler = createMcpHandler(() => {
  const server = new McpServer(SERVER_INFO)
  registerAll(server, { shapes: false })
  return server
})

createServer(toNodeHandler(handler)).listen(PORT, '127.0.0.1')
