/**
 * Folders that are scanned, as the build hook `mcp:definitions:paths` receives them.
 * Relative entries are resolved against the server directory of every layer; absolute ones are taken as they are.
 */
export interface McpDefinitionPaths {
  /** Scanned recursively for tools. @default ['mcp/tools'] */
  tools?: string[]
  /** Scanned recursively for resources. @default ['mcp/resources'] */
  resources?: string[]
  /** Scanned recursively for prompts. @default ['mcp/prompts'] */
  prompts?: string[]
  /** Files directly inside are handlers, and `handlers/<name>/` folders. @default ['mcp'] */
  handlers?: string[]
}
