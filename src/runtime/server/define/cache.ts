type MsUnit
  = | 'ms' | 'msec' | 'msecs' | 'millisecond' | 'milliseconds'
    | 's' | 'sec' | 'secs' | 'second' | 'seconds'
    | 'm' | 'min' | 'mins' | 'minute' | 'minutes'
    | 'h' | 'hr' | 'hrs' | 'hour' | 'hours'
    | 'd' | 'day' | 'days' | 'w' | 'week' | 'weeks' | 'y' | 'yr' | 'yrs' | 'year' | 'years'

/** A duration in the grammar of the `ms` package: `'500ms'`, `'1.5h'`, `'2 days'`. A bare number string is milliseconds. */
export type MsCacheDuration = `${number}` | `${number}${MsUnit}` | `${number} ${MsUnit}`

/**
 * Cache settings of a tool or resource. Its runs are shared by all callers who want the same: they cannot ask the
 * client, tell it nothing, and do not end with a caller. `KeyArgs` are the arguments that `getKey` receives.
 */
export interface McpCacheOptions<KeyArgs extends unknown[] = never[]> {
  /** How long an entry is fresh: milliseconds or a duration string. `0` does not cache. */
  maxAge: number | MsCacheDuration
  /** How long a stale entry may still be served with `swr`: milliseconds or a duration string. `-1`: for ever. */
  staleMaxAge?: number | MsCacheDuration
  /** @default `'mcp-tool:<name>'` or `'mcp-resource:<name>'` */
  name?: string
  /**
   * Key of the entry. Entries are shared by all callers: return a key that names the user when the result depends
   * on one.
   *
   * @default a hash of the parsed arguments (tools) or of the whole URI (resources)
   */
  getKey?: (...args: KeyArgs) => string | Promise<string>
  /** @default `'mcp'` */
  group?: string
  /** Serve a stale entry while it is refreshed. @default false */
  swr?: boolean
}

/** Duration shorthand (a number is milliseconds), full options, or `false` / `null` / `0` for no cache. */
export type McpCache<KeyArgs extends unknown[] = never[]> = MsCacheDuration | number | false | null | McpCacheOptions<KeyArgs>
