/** How long a client may keep a result, and for whom. */
export interface CacheHint {
  /** Milliseconds. */
  readonly ttlMs: number
  readonly cacheScope: 'private' | 'public'
}

/** Lists depend on guards and headers, so nothing is kept unless someone knows better. */
export const NO_CACHE: CacheHint = { ttlMs: 0, cacheScope: 'private' }
