import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

/** The low-level SDK server of an `McpServer`, for request handlers and notifications of your own. */
export function getSdkServer(server: McpServer): Server {
  return server.server
}
