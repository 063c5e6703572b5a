import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from 'mcp-handler'
import { PORT, SERVER_INFO } from './definitions.mjs'
import { registerAll } from './mcp-server.mjs'

const handler = createMcpHandler(server => registerAll(server, { shapes: false }), { serverInfo: SERVER_INFO })

createServer(toNodeHandler({ fetch: handler })).listen(PORT, '127.0.0.1')
