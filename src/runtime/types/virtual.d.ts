declare module '#nuxt-mcp-toolkit/config.mjs' {
  const config: import('./config').McpConfig
  export default config
}
declare module '#nuxt-mcp-toolkit/tools.mjs' {
  export const tools: readonly import('../server/define/tool').McpToolDefinitionListItem[]
}
declare module '#nuxt-mcp-toolkit/resources.mjs' {
  export const resources: readonly import('../server/define/resource').McpResourceDefinitionListItem[]
}
declare module '#nuxt-mcp-toolkit/prompts.mjs' {
  export const prompts: readonly import('../server/define/prompt').McpPromptDefinitionListItem[]
}
declare module '#nuxt-mcp-toolkit/handlers.mjs' {
  export const handlers: readonly import('../server/define/source').McpHandlerEntry[]
}
declare module '#nuxt-mcp-toolkit/default-handler.mjs' {
  export const defaultHandler: import('../server/define/handler').McpHandlerOptions | null
}
declare module '#nuxt-mcp-toolkit/session-bus.mjs' {
  export const createBus: ((options: import('./config').McpSessionBusConfig) => import('../server/session/bus').SessionBus) | undefined
}
declare module '#nuxt-mcp-toolkit/files.mjs' {
  export const files: Readonly<Record<string, import('../server/define/source').McpBundledFile>>
}
