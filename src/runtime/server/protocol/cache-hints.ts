import type { CompiledResource } from '../compile/compiled'
import type { DefinitionPools } from '../compile/pool'
import type { McpCacheHint, McpCacheScope } from '../define/cache-hint'
import { hasListingTemplate } from '../register/listing'
import type { DefinitionView } from '../register/view'

/** A cache hint as it is sent. */
export interface CacheHint {
  readonly ttlMs: number
  readonly cacheScope: McpCacheScope
}

/** What a result says where nobody said anything: ask again next time, and share it with nobody. */
export const NO_CACHE: CacheHint = Object.freeze({ ttlMs: 0, cacheScope: 'private' })

/** What of an endpoint decides about hints. */
export interface HintedEndpoint {
  /** What its handler says. */
  readonly cacheHint: CacheHint
  readonly pools: DefinitionPools
  readonly auth: object | undefined
  readonly options: { readonly middleware?: unknown }
}

/** The lists of a server, each with a method of its own. */
export type ListName = keyof DefinitionPools

/** The hint of `server/discover`. */
export function discoverHint(endpoint: HintedEndpoint, view: DefinitionView): CacheHint {
  return restrict(endpoint.cacheHint, () => isSameForAll(endpoint, view))
}

/** The hint of a list. One that may differ between callers is never `public`. */
export function listHint(endpoint: HintedEndpoint, list: ListName, view: DefinitionView): CacheHint {
  return restrict(endpoint.cacheHint, () => isSameForAll(endpoint, view)
    && !(list === 'tools' && view.allowedTools)
    && !isGuardedList(view.pools, list))
}

/**
 * The hint of `resources/read`. The handler's `ttlMs` is the default. `public` has to be said by the resource itself: a
 * handler that says it of its lists has not thought of what is in every resource.
 */
export function readHint(endpoint: HintedEndpoint, resource: CompiledResource, view: DefinitionView): CacheHint {
  const { ttlMs, cacheScope }: McpCacheHint = resource.definition
  if (ttlMs === undefined && cacheScope !== 'public') {
    return restrict(endpoint.cacheHint, () => false)
  }
  const isPublic = cacheScope === 'public' && !isConditional(resource) && isSameForAll(endpoint, view)
  return { ttlMs: ttlMs ?? endpoint.cacheHint.ttlMs, cacheScope: isPublic ? 'public' : 'private' }
}

/** The option by which an endpoint tells callers apart; `undefined` when it has none. */
export function restrictionOf({ auth, options }: Pick<HintedEndpoint, 'auth' | 'options'>): 'auth' | 'middleware' | undefined {
  return auth ? 'auth' : options.middleware ? 'middleware' : undefined
}

/** Whether a list depends on guards, or on what a template lists for the caller. */
export function isGuardedList(pools: DefinitionPools, list: ListName): boolean {
  return pools[list].guarded || (list === 'resources' && hasListingTemplate(pools.templates))
}

/** Whether a resource is there for some callers only. */
export function isConditional({ enabled, definition }: CompiledResource): boolean {
  return enabled !== true || Boolean(definition.scopes?.length)
}

// Functions of the request, hooks and registrations put pools of their own in the place of the endpoint's.
function isSameForAll(endpoint: HintedEndpoint, view: DefinitionView): boolean {
  return view.pools === endpoint.pools && restrictionOf(endpoint) === undefined
}

function restrict(hint: CacheHint, mayBePublic: () => boolean): CacheHint {
  return hint.cacheScope === 'private' || mayBePublic() ? hint : { ...hint, cacheScope: 'private' }
}
