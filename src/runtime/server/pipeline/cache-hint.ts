import { findCacheHintProblem } from '../../shared/cache-hint'
import type { McpCacheHint } from '../define/cache-hint'
import { log, reportOnce } from '../observability/log'
import { type CacheHint, type HintedEndpoint, NO_CACHE, isConditional, isGuardedList, restrictionOf } from '../protocol/cache-hints'

/** What a handler says about keeping its lists, completed. What has no meaning is reported, and keeps nothing. */
export function resolveCacheHint(given: McpCacheHint, route: string): CacheHint {
  const { ttlMs = NO_CACHE.ttlMs, cacheScope = NO_CACHE.cacheScope } = given
  const problem = findCacheHintProblem(given)
  if (problem !== undefined) {
    log.error(`Clients may keep nothing of the endpoint \`${route}\`: ${problem}.`)
    return NO_CACHE
  }
  return ttlMs === NO_CACHE.ttlMs && cacheScope === NO_CACHE.cacheScope ? NO_CACHE : { ttlMs, cacheScope }
}

/** Tells once where `public` counts as `private`, because not everybody gets the same. */
export function reportPrivateHints(endpoint: HintedEndpoint & { readonly route: string }): void {
  const { cacheHint, pools, route } = endpoint
  const resources = [...pools.resources.all, ...pools.templates.all].filter(({ definition }) => definition.cacheScope === 'public')
  const restriction = restrictionOf(endpoint)
  if (restriction !== undefined) {
    if (cacheHint.cacheScope === 'public' || resources.length > 0) {
      reportOnce('warn', `\`cacheScope: 'public'\` counts as \`private\` at \`${route}\`, because \`${restriction}\` decides who is answered.`)
    }
    return
  }
  for (const { name } of resources.filter(isConditional)) {
    reportOnce('warn', `\`cacheScope: 'public'\` of the resource \`${name}\` counts as \`private\`, because \`enabled\` or \`scopes\` decide who may read it.`)
  }
  const guarded = (['tools', 'resources', 'templates', 'prompts'] as const).filter(list => isGuardedList(pools, list))
  if (cacheHint.cacheScope === 'public' && guarded.length > 0) {
    reportOnce('warn', `\`cacheScope: 'public'\` counts as \`private\` for the ${guarded.join(', ')} of \`${route}\`, because not everybody sees all of them.`)
  }
}
