import { McpServer, type ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Implementation } from '@modelcontextprotocol/sdk/types.js'
import type { SdkServer } from '../session/exchange'
import type { LateHandlers } from './late-handlers'
import type { LiveDefinitions } from '../session/live-definitions'

/**
 * Puts the SDK's high-level `McpServer` in front of a running low-level server, for application code that expects
 * one. What it registers joins the live definitions, with the treatment that definitions from files get.
 */
export function attachMcpServer(info: Implementation, server: SdkServer, live: LiveDefinitions, late: LateHandlers): McpServer {
  const mcp = new McpServer(info)
  // It would otherwise speak through a server of its own, which is connected to nobody.
  Object.defineProperty(mcp, 'server', { value: server, enumerable: true })
  late.keepAside(server)
  // Capabilities are declared from the start; the SDK refuses to be told again once it is connected.
  server.registerCapabilities = () => {}
  return Object.assign(mcp, {
    registerTool: (name: string, config: object, callback: (...args: never[]) => unknown) => live.registerTool(name, config, callback),
    registerPrompt: (name: string, config: object, callback: (...args: never[]) => unknown) => live.registerPrompt(name, config, callback),
    registerResource: (name: string, uri: string | ResourceTemplate, config: Record<string, unknown>, callback: (...args: never[]) => unknown) => typeof uri === 'string'
      ? live.registerResource(name, uri, config, callback)
      : live.registerResource(name, uri, config, callback),
  })
}
