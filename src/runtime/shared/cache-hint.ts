/** Who may keep a result: the one who asked for it, or anybody on the way. */
export type McpCacheScope = 'private' | 'public'

/** What is wrong with a cache hint; `undefined` when nothing is. */
export function findCacheHintProblem({ ttlMs, cacheScope }: { ttlMs?: unknown, cacheScope?: unknown }): string | undefined {
  if (typeof ttlMs === 'number' && ttlMs > Number.MAX_SAFE_INTEGER) {
    return `\`ttlMs\` can be at most \`${Number.MAX_SAFE_INTEGER}\` milliseconds, not \`${show(ttlMs)}\``
  }
  if (ttlMs !== undefined && !(Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0)) {
    return `\`ttlMs\` has to be a whole number of milliseconds, 0 or more, not \`${show(ttlMs)}\``
  }
  if (cacheScope !== undefined && cacheScope !== 'private' && cacheScope !== 'public') {
    return `\`cacheScope\` has to be \`'private'\` or \`'public'\`, not \`${show(cacheScope)}\``
  }
  return undefined
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
