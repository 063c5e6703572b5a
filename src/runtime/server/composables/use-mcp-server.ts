import type { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { McpPromptCallback } from '../define/prompt'
import type { McpResourceMetadata, McpStaticResourceCallback, McpTemplateResourceCallback } from '../define/resource'
import type { McpSchema } from '../define/schema'
import type { McpToolAnnotations, McpToolCallback } from '../define/tool'
import type { McpPromptHandle, McpResourceHandle, McpResourceTemplateHandle, McpToolHandle } from '../session/live-handles'
import { useExchange } from './use-exchange'

/** What a tool registered at run time is described by. */
export interface McpServerToolConfig<In extends McpSchema | undefined, Out extends McpSchema | undefined> {
  title?: string
  description?: string
  inputSchema?: In
  outputSchema?: Out
  annotations?: McpToolAnnotations
  _meta?: Record<string, unknown>
  /** OAuth scopes that a call takes. */
  scopes?: string[]
}

/** What a prompt registered at run time is described by. */
export interface McpServerPromptConfig<Args extends McpSchema | undefined> {
  title?: string
  description?: string
  argsSchema?: Args
  /** OAuth scopes that using it takes. */
  scopes?: string[]
}

/** Changes what the client of this session sees, while the session lasts. */
export interface McpServerHelper {
  /**
   * Adds a tool. Its results and errors are treated like those of tools from files.
   *
   * @throws {Error} when the name is taken
   */
  registerTool: <const In extends McpSchema | undefined = undefined, const Out extends McpSchema | undefined = undefined>(name: string, config: McpServerToolConfig<In, Out>, handler: McpToolCallback<In, Out>) => McpToolHandle
  /**
   * Adds a prompt.
   *
   * @throws {Error} when the name is taken
   */
  registerPrompt: <const Args extends McpSchema | undefined = undefined>(name: string, config: McpServerPromptConfig<Args>, handler: McpPromptCallback<Args>) => McpPromptHandle
  /**
   * Adds a resource at a URI, or a template.
   *
   * @throws {Error} when the URI is taken
   */
  registerResource: {
    (name: string, uri: string, metadata: McpResourceMetadata, handler: McpStaticResourceCallback): McpResourceHandle
    (name: string, template: ResourceTemplate, metadata: McpResourceMetadata, handler: McpTemplateResourceCallback): McpResourceTemplateHandle
  }
  /** Removes a tool by its current name, also one from a file; `false` when there is none. */
  removeTool: (name: string) => boolean
  /** Removes a prompt by its current name, also one from a file; `false` when there is none. */
  removePrompt: (name: string) => boolean
  /** Removes resources by their current name or URI, also those from files; `false` when there is none. */
  removeResource: (name: string) => boolean
  /** The SDK's server of this session, for everything else. */
  readonly server: McpServer
}

/**
 * The server that is handling this request. With sessions, what it registers and removes lasts for the session and the
 * client is told with `list_changed`; without, for this request.
 *
 * @throws {Error} outside of tool, resource and prompt handlers
 */
export function useMcpServer(): McpServerHelper {
  const { server } = useExchange()
  const definitions = server.live
  return {
    registerTool: (name, config, handler) => definitions.registerTool(name, config, handler),
    registerPrompt: (name, config, handler) => definitions.registerPrompt(name, config, handler),
    registerResource: definitions.registerResource.bind(definitions),
    removeTool: name => definitions.removeTool(name),
    removePrompt: name => definitions.removePrompt(name),
    removeResource: name => definitions.removeResource(name),
    get server() { return server.mcp },
  }
}
