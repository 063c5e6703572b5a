import type { CompiledDefinition, CompiledResource } from '../compile/compiled'
import type { DefinitionPools, Pool } from '../compile/pool'
import type { UriVariables } from '../compile/uri-template'
import type { LiveDefinitions } from '../session/live-definitions'
import type { ResourceSubscriptions } from '../session/subscriptions'

/** What one request sees: the endpoint's definitions, and which of them are visible to this caller. */
export interface DefinitionView {
  readonly pools: DefinitionPools
  /** Names from `X-MCP-Tools`; absent when the client did not restrict itself. */
  readonly allowedTools?: ReadonlySet<string>
  /** The session's own changes to its definitions, once there are any. */
  readonly live?: LiveDefinitions
  /** Where the session keeps the resources that it subscribed to; absent without sessions. */
  readonly subscriptions?: ResourceSubscriptions
  /** Whether asking for what is not there is an error of the protocol, also for a tool. */
  readonly missingIsError?: boolean
  /** Asks the definition's guard, at most once per request. */
  readonly isEnabled: (definition: CompiledDefinition) => boolean | Promise<boolean>
}

/** The definitions of a pool that this request sees. The pool's own list when nothing restricts it. */
export function visibleOf<C extends CompiledDefinition>(view: DefinitionView, pool: Pool<C>): readonly C[] | Promise<readonly C[]> {
  const allowed = view.allowedTools ? pool.all.filter(definition => isAllowed(view, definition)) : pool.all
  if (!pool.guarded) {
    return allowed.length === pool.all.length ? pool.all : allowed
  }
  return Promise.all(allowed.map(view.isEnabled)).then(flags => allowed.filter((_, index) => flags[index]))
}

/** One definition by its key, if this request sees it. Only its own guard is asked; without one, the answer is there. */
export function findVisible<C extends CompiledDefinition>(view: DefinitionView, pool: Pool<C>, key: string): C | undefined | Promise<C | undefined> {
  const definition = pool.byKey.get(key)
  if (!definition || !isAllowed(view, definition)) {
    return undefined
  }
  const enabled = view.isEnabled(definition)
  return typeof enabled === 'boolean' ? (enabled ? definition : undefined) : enabled.then(isEnabled => isEnabled ? definition : undefined)
}

/** A resource, and the values of its template's variables. */
export interface VisibleResource {
  resource: CompiledResource
  variables?: UriVariables
}

/** The resource that answers for a URI, if this request sees it: a fixed one before templates. */
export async function findVisibleResource(view: DefinitionView, uri: URL): Promise<VisibleResource | undefined> {
  const resource = await findVisible(view, view.pools.resources, uri.href)
  if (resource) {
    return { resource }
  }
  for (const template of view.pools.templates.all) {
    const variables = template.match(uri.href)
    if (variables && await view.isEnabled(template)) {
      return { resource: template, variables }
    }
  }
  return undefined
}

function isAllowed(view: DefinitionView, definition: CompiledDefinition): boolean {
  return !view.allowedTools || definition.kind !== 'tool' || view.allowedTools.has(definition.name)
}
