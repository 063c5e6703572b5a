import type { McpConfig } from '../../types/config'
import type { DefinitionPools } from '../compile/pool'
import type { McpHandlerOptions } from '../define/handler'
import type { McpBundledFile } from '../define/source'
import type { ServerIdentity } from '../register/server'

/** One endpoint of the application, with everything that does not depend on a request worked out. */
export interface Endpoint {
  /** Handler name; `undefined` for the default endpoint. */
  readonly name: string | undefined
  /** Where it is mounted, without `app.baseURL`. */
  readonly route: string
  readonly options: McpHandlerOptions
  readonly config: McpConfig
  readonly identity: ServerIdentity
  readonly browserRedirect: string
  /** The definitions of the kinds that are fixed; kinds given as a function are empty here. */
  readonly pools: DefinitionPools
  readonly files: Readonly<Record<string, McpBundledFile>>
}
