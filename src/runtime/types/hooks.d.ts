import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { H3Event } from 'h3'
import type { McpResolvedConfig } from '../server/define/handler'
import type { McpDefinitionPaths } from './definition-paths'

interface McpBuildHooks {
  /** Called before each scan with the folders that will be scanned; change the object in place. */
  'mcp:definitions:paths': (paths: McpDefinitionPaths) => void | Promise<void>
}

interface McpRuntimeHooks {
  /** The definitions that this request is about to serve; change the copies at will. */
  'mcp:config:resolved': (payload: { config: McpResolvedConfig, event: H3Event }) => void | Promise<void>
  /** The SDK server that is about to handle this request. */
  'mcp:server:created': (payload: { server: McpServer, event: H3Event }) => void | Promise<void>
}

declare module '@nuxt/schema' {
  interface NuxtHooks extends McpBuildHooks {}
}
declare module 'nuxt/schema' {
  interface NuxtHooks extends McpBuildHooks {}
}
declare module 'nitropack/types' {
  interface NitroRuntimeHooks extends McpRuntimeHooks {}
}
declare module 'nitropack' {
  interface NitroRuntimeHooks extends McpRuntimeHooks {}
}

declare module 'h3' {
  /** The event of the current request: Nitro's `useEvent`, which files below the scan roots may import from here. */
  export const useEvent: () => H3Event
}

export {}
