import type { McpHandlerOptions } from './handler'

/** Where a discovered definition comes from. Written by the build into the virtual modules. */
export interface McpDefinitionSource {
  /** Path relative to the project, for messages: `server/mcp/tools/admin/list.ts`. */
  file: string
  /** Base name with extension: `list.ts`. */
  filename: string
  /** Folder path below the scan root, `/`-joined; absent at the root. */
  group?: string
  /** Handler folder that the file belongs to. */
  handler?: string
  /** Names already claimed by a file of higher priority; the build has warned about each. */
  skip?: string[]
}

/** A handler file or handler folder, as `#nuxt-mcp-toolkit/handlers.mjs` lists it. */
export interface McpHandlerEntry {
  /** Folder name, or the name of a top-level file. */
  name: string
  /** Path that the endpoint is mounted at, without `app.baseURL`. */
  route: string
  /** True for `handlers/<name>/`: it owns the definitions attributed to it. */
  folder: boolean
  /** Path relative to the project, for messages; absent for a folder without an index. */
  file?: string
  options: McpHandlerOptions
}

/** A file resource's content, bundled by the build. */
export interface McpBundledFile {
  /** Path relative to the project root: `docs/guide.md`. */
  path: string
  mimeType: string
  /** True when the content is served as `text`, false when as base64 `blob`. */
  text: boolean
  /** Size in bytes at build time. */
  size: number
  load: () => Promise<string | Uint8Array>
}
