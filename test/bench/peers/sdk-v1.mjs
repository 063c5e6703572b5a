// The SDK that this module is built on, as its own examples serve it: express, a server per request, JSON answers.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import express from 'express'
import { PORT, SERVER_INFO } from './definitions.mjs'
import { registerAll } from './mcp-server.mjs'

const app = express()
app.use(express.json())
app.post('/mcp', async (request, response) => {
  const server = new McpServer(SERVER_INFO)
  registerAll(server, { shapes: true })
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
  response.on('close', () => {
    transport.close()
    server.close()
  })
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})
app.listen(PORT, '127.0.0.1')
