import type { McpConfig } from '../../types/config'
import type { DefinitionPools } from '../compile/pool'
import type { McpAuthOptions } from '../define/auth'
import type { McpHandlerOptions } from '../define/handler'
import type { McpBundledFile } from '../define/source'
import type { CacheHint } from '../protocol/cache-hints'
import type { ServerIdentity } from '../register/server'
import type { McpExchange } from '../session/exchange'

/** One endpoint of the application, with everything that does not depend on a request worked out. */
export interface Endpoint {
  /** Handler name; `undefined` for the default endpoint. */
  readonly name: string | undefined
  /** Where it is mounted, without `app.baseURL`. */
  readonly route: string
  /** Where it is mounted, with `app.baseURL`. */
  readonly path: string
  readonly options: McpHandlerOptions
  readonly config: McpConfig
  readonly identity: ServerIdentity
  readonly browserRedirect: string
  /** Whom it lets in; `undefined` for everybody. */
  readonly auth: McpAuthOptions | undefined
  /** Milliseconds that answering one MCP request may take; `0` for any time. */
  readonly requestTimeout: number
  /** What the handler says about keeping its lists. */
  readonly cacheHint: CacheHint
  /** The definitions of the kinds that are fixed; kinds given as a function are empty here. */
  readonly pools: DefinitionPools
  readonly files: Readonly<Record<string, McpBundledFile>>
  /** What code finds that goes on after its request was answered: a server that nobody is connected to. */
  readonly afterAnswer: () => McpExchange
}
