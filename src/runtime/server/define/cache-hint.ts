import type { McpCacheScope } from '../../shared/cache-hint'

export type { McpCacheScope } from '../../shared/cache-hint'

/**
 * How long clients of MCP 2026-07-28 may keep a result. Clients of earlier revisions never see it, and nothing is kept
 * on the server.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export interface McpCacheHint {
  /** Whole milliseconds for which the result may be used again without asking; `0` for not at all. @default 0, for a resource that of its handler */
  ttlMs?: number
  /**
   * `private`: only whoever asked may use the result again. `public`: proxies on the way may keep it and serve it to
   * **anybody**, so claim it only for what everybody may see. It counts as `private` where callers may be told apart:
   * with `auth`, middleware, guards, `scopes`, functions of the request, or `X-MCP-Tools`.
   * @default 'private'
   */
  cacheScope?: McpCacheScope
}
