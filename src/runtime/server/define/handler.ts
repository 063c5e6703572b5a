import type { H3Event } from 'h3'
import type { McpIcon } from '../../types/config'
import type { McpAuthOptions } from './auth'
import type { McpCacheHint } from './cache-hint'
import type { McpPromptDefinitionListItem } from './prompt'
import type { McpResourceDefinitionListItem } from './resource'
import type { McpToolDefinitionListItem } from './tool'

export type { McpIcon } from '../../types/config'

/**
 * Runs on every request of its endpoint, before definitions are resolved. Calling `next()` runs the rest and
 * resolves to its response; without a call the rest runs after the middleware. A returned `Response` is sent.
 */
export type McpMiddleware = (event: H3Event, next: () => Promise<Response>) => Response | void | Promise<Response | void>

/** An array, or a function of the event that is called once per request, after middleware. */
export type McpDynamicDefinitions<T> = readonly T[] | ((event: H3Event) => readonly T[] | null | undefined | Promise<readonly T[] | null | undefined>)

/**
 * Options of one endpoint. `ttlMs` and `cacheScope` are about its lists and `server/discover`; `ttlMs` is the default of
 * its resources too.
 */
export interface McpHandlerOptions extends McpCacheHint {
  /** `serverInfo.name`, and the last part of the route of a top-level handler file. @default the folder or file name */
  name?: string
  /** `serverInfo.version`. @default `mcp.version` */
  version?: string
  /** `serverInfo.description`. @default `mcp.description` */
  description?: string
  /** How to use the server, for the model. @default `mcp.instructions` */
  instructions?: string
  /** `serverInfo.icons`. @default `mcp.icons` */
  icons?: McpIcon[]
  /** Path to mount the endpoint at. Ignored on the default endpoint. @default `<mcp.route>/<name>` */
  route?: string
  /** Where a browser that opens the endpoint is sent. @default `mcp.browserRedirect` */
  browserRedirect?: string
  /** Lets only callers in that have an access token. Runs before `middleware`. */
  auth?: McpAuthOptions
  /** Milliseconds that answering one MCP request may take; `0` for any time. @default `mcp.requestTimeout` */
  requestTimeout?: number
  middleware?: McpMiddleware
  /**
   * Names whom a request is made for, after middleware has run. With `mcp.sessions`, the session that a subject opened
   * is unknown to every other subject, so its id alone is not enough to use it.
   * @default with `auth`, the client and `extra.sub` of the token
   * @example event => event.context.user?.id
   */
  sessionSubject?: (event: H3Event) => string | undefined
  /** Replaces the automatic selection of tools. */
  tools?: McpDynamicDefinitions<McpToolDefinitionListItem>
  /** Replaces the automatic selection of resources. */
  resources?: McpDynamicDefinitions<McpResourceDefinitionListItem>
  /** Replaces the automatic selection of prompts. */
  prompts?: McpDynamicDefinitions<McpPromptDefinitionListItem>
}

export type McpHandlerDefinition = McpHandlerOptions

/** What `mcp:config:resolved` listeners receive: copies for this request, already guarded; change them at will. */
export interface McpResolvedConfig {
  name: string
  version: string
  description?: string
  instructions?: string
  icons?: McpIcon[]
  tools: McpToolDefinitionListItem[]
  resources: McpResourceDefinitionListItem[]
  prompts: McpPromptDefinitionListItem[]
}

/** Defines an endpoint: its identity, middleware and definitions. Returns the same object. */
export function defineMcpHandler(options: McpHandlerOptions): McpHandlerOptions {
  return options
}
