import type { McpConfig, McpIcon, McpSessionsConfig, McpSubscriptionsConfig } from './runtime/types/config'
import { collectOptionProblems, collectUnknownOptions } from './setup/option-checks'
import { normalizeRoute } from './runtime/shared/routes'

/** Vue bundle of MCP Apps. */
export interface McpAppsOptions {
  /** Names of Vite plugins of the project that the apps are built with too. */
  vitePlugins?: string[]
  /** Modules that each install one Vue plugin. */
  vuePlugins?: string[]
  /** Style sheets that every app imports. */
  css?: string[]
  /** Own entry file; replaces `vuePlugins`. */
  entry?: string
}

export type McpHeaderValue = string | string[] | null | undefined

export interface McpInspectorConfig {
  /** Headers that the inspector sends; they never reach the server bundle. */
  headers?: Record<string, McpHeaderValue>
}

export interface McpReplayOptions {
  /** Most events of one session that are kept. @default 256 */
  maxEvents?: number
  /** Most bytes of one session that are kept. @default 524288 */
  maxBytes?: number
}

export interface McpSessionBusOptions {
  /** `redis` speaks over Redis publish/subscribe and needs the package `ioredis`. */
  driver: 'redis'
  /** Address of the server. @default 'redis://127.0.0.1:6379' */
  url?: string
  /** What the names of its channels begin with: applications that share a server need different ones. @default 'mcp:sessions' */
  channel?: string
}

export interface McpSessionsOptions {
  /** An object without `enabled` switches sessions on. @default true */
  enabled?: boolean
  /** Idle time in milliseconds after which a session ends. @default 1800000 */
  maxDuration?: number
  /** Most sessions that one process keeps. @default 1000 */
  maxSessions?: number
  /** Most requests of one session that one process answers at the same time; more are refused with 429. @default 256 */
  maxParallelRequests?: number
  /**
   * Keeps what was sent on streams, so that a client that lost its connection gets the rest. `false` keeps nothing.
   * @default true
   */
  replay?: boolean | McpReplayOptions
  /** Milliseconds after which a client that lost a stream should come back. @default 1000 */
  retryInterval?: number
  /**
   * How several processes that serve the same sessions reach each other; their storage has to be shared too.
   * @example { driver: 'redis', url: 'redis://redis.internal:6379' }
   */
  bus?: McpSessionBusOptions
}

export interface McpSubscriptionsOptions {
  /** An object without `enabled` leaves them on. @default true */
  enabled?: boolean
  /** Most streams that one process keeps open; more are refused with 429. @default 1000 */
  maxStreams?: number
  /**
   * Most of them that belong to one caller: to a `sessionSubject` or the subject of a token, else to an address. Behind a
   * proxy, addresses tell callers apart only with `security.trustProxy`. @default 32
   */
  maxStreamsPerCaller?: number
  /** Most resources that one stream asks for. @default 256 */
  maxResources?: number
}

export interface McpSecurityOptions {
  /**
   * Origins that browsers may call from; absent means the same origin only.
   * @example ['https://app.example.com']
   */
  allowedOrigins?: string[] | '*'
  /**
   * Host names that are served; absent means loopback names only on a loopback listener and in dev.
   * @example ['mcp.example.com']
   */
  allowedHosts?: string[] | '*'
  /**
   * Whether a reverse proxy sets `X-Forwarded-Host` and `X-Forwarded-Proto`, so that they tell the server's public
   * origin. Otherwise neither is read. @default false
   */
  trustProxy?: boolean
  /**
   * Answers the well-known paths of OAuth that the application does not: with the metadata of endpoints that have
   * `auth`, else with 404 as JSON. `false` leaves them to the application. @default true
   */
  wellKnown?: boolean
}

export interface ModuleOptions {
  /** Switches the endpoint off; auto-imports and types stay. @default true */
  enabled?: boolean
  /** Path of the default endpoint, below `app.baseURL`. @default '/mcp' */
  route?: string
  /** Where a browser that opens the endpoint is sent. @default '/' */
  browserRedirect?: string
  /** `serverInfo.name`. @default the `name` in the project's package.json, else 'MCP Server' */
  name?: string
  /** `serverInfo.version`. @default '1.0.0' */
  version?: string
  /** `serverInfo.description`. */
  description?: string
  /** What a client should know about using the server as a whole. */
  instructions?: string
  /**
   * `serverInfo.icons`.
   * @example [{ src: 'https://example.com/icon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }]
   */
  icons?: McpIcon[]
  /** Folder of the definitions, relative to each layer's server directory. @default 'mcp' */
  dir?: string
  /** Folder of the MCP Apps, relative to each layer's app directory. @default 'mcp' */
  appsDir?: string
  /** Vue bundle of MCP Apps. */
  apps?: McpAppsOptions
  /** The inspector tab of DevTools. */
  inspector?: McpInspectorConfig
  /** Whether the default endpoint serves only what belongs to no handler, or everything. @default 'orphans' */
  defaultHandlerStrategy?: 'orphans' | 'all'
  /**
   * Which revisions of MCP are served. `legacy`: up to 2025-11-25, whose clients begin with `initialize`. `modern`:
   * 2026-07-28, whose requests each describe themselves. `dual`: both, on the same URL.
   * @default 'dual'
   */
  protocol?: 'dual' | 'legacy' | 'modern'
  /** Auto-imports of the server functions, and the component. @default true */
  autoImports?: boolean
  /**
   * Stateful sessions.
   * @default false
   * @example { maxDuration: 600_000 }
   */
  sessions?: boolean | McpSessionsOptions
  /**
   * Streams on which clients of MCP 2026-07-28 hear of changes (`subscriptions/listen`). Off with presets whose servers
   * live for one request only.
   * @default true
   * @example { maxStreams: 5000 }
   */
  subscriptions?: boolean | McpSubscriptionsOptions
  /** Which requests are refused before anything else runs. */
  security?: McpSecurityOptions
  /** Largest request body in bytes. @default 4194304 */
  maxBodySize?: number
  /** Most messages in one JSON-RPC batch. @default 100 */
  maxBatchSize?: number
  /** Milliseconds that answering one MCP request may take; `0` for any time. @default 0 */
  requestTimeout?: number
  /** Adds the server to `llms.txt` when `nuxt-llms` is installed. @default true */
  llms?: boolean
  /**
   * Request logging with evlog. Absent: when evlog is installed. `true`: the build fails without it. `false`: never.
   */
  logging?: boolean
}

/** What only the build reads; it never reaches the server bundle. */
export interface McpBuildOptions {
  appsDir: string
  apps: McpAppsOptions
  inspector: McpInspectorConfig
  autoImports: boolean
  llms: boolean
  logging: boolean | undefined
  /** Whether the well-known paths of OAuth are answered. */
  wellKnown: boolean
}

export interface ResolvedOptions {
  config: McpConfig
  build: McpBuildOptions
  /** One sentence for every value that cannot be used; its default is in its place. */
  problems: string[]
  /** Hints about keys that look like misspelt options. */
  warnings: string[]
}

/** 4 MiB, the limit that the MCP SDK's own transports use. */
const DEFAULT_MAX_BODY_SIZE = 4 * 1024 * 1024
/** Thirty minutes. */
const DEFAULT_SESSION_DURATION = 30 * 60 * 1000
const DEFAULT_MAX_SESSIONS = 1000
/** More than a full batch, so that a client has to keep calling without waiting to get there. */
const DEFAULT_MAX_PARALLEL_REQUESTS = 256
const DEFAULT_SUBSCRIPTIONS = { enabled: true, maxStreams: 1000, maxStreamsPerCaller: 32, maxResources: 256 }
/** As in the MCP SDK. */
const DEFAULT_MAX_BATCH_SIZE = 100
const DEFAULT_REPLAY = { maxEvents: 256, maxBytes: 512 * 1024 }
/** One second. */
const DEFAULT_RETRY_INTERVAL = 1000
const DEFAULT_BUS_CHANNEL = 'mcp:sessions'
const FALLBACK_NAME = 'MCP Server'

/** Checks and completes the options. Mistakes are collected, to be reported together with those in definitions. */
export function resolveOptions(given: ModuleOptions, project: { packageName?: string } = {}): ResolvedOptions {
  const problems = collectOptionProblems(given)
  const user: ModuleOptions = problems.length ? withoutProblems(given) : given
  const { wellKnown, trustProxy, ...security } = user.security ?? {}
  const config: McpConfig = {
    enabled: user.enabled ?? true,
    route: normalizeRoute(user.route ?? '/mcp'),
    browserRedirect: user.browserRedirect || '/',
    name: user.name || project.packageName || FALLBACK_NAME,
    version: user.version || '1.0.0',
    dir: user.dir ?? 'mcp',
    defaultHandlerStrategy: user.defaultHandlerStrategy ?? 'orphans',
    protocol: user.protocol ?? 'dual',
    sessions: resolveSessions(user.sessions),
    subscriptions: resolveSubscriptions(user.subscriptions),
    security: { ...security, trustProxy: trustProxy ?? false },
    maxBodySize: user.maxBodySize ?? DEFAULT_MAX_BODY_SIZE,
    maxBatchSize: user.maxBatchSize ?? DEFAULT_MAX_BATCH_SIZE,
    requestTimeout: user.requestTimeout ?? 0,
    logging: user.logging ?? true,
  }
  if (user.description) config.description = user.description
  if (user.instructions) config.instructions = user.instructions
  if (user.icons?.length) config.icons = user.icons
  return {
    config,
    build: {
      appsDir: user.appsDir ?? 'mcp',
      apps: user.apps ?? {},
      inspector: user.inspector ?? {},
      autoImports: user.autoImports ?? true,
      llms: user.llms ?? true,
      logging: user.logging,
      wellKnown: wellKnown ?? true,
    },
    problems,
    warnings: [...collectUnknownOptions(given), ...findContradictions(config)],
  }
}

function findContradictions({ protocol, sessions }: McpConfig): string[] {
  return protocol === 'modern' && sessions.enabled
    ? ['`mcp.sessions` has no effect with `mcp.protocol: \'modern\'`: clients of MCP 2026-07-28 have no sessions. Remove one of the two.']
    : []
}

function withoutProblems(given: ModuleOptions): ModuleOptions {
  const usable = Object.entries(given ?? {}).filter(([key, value]) => collectOptionProblems({ [key]: value }).length === 0)
  return Object.fromEntries(usable)
}

function resolveSessions(sessions: ModuleOptions['sessions']): McpSessionsConfig {
  const given: McpSessionsOptions = typeof sessions === 'object' ? sessions : { enabled: sessions ?? false }
  return {
    enabled: given.enabled ?? true,
    maxDuration: given.maxDuration ?? DEFAULT_SESSION_DURATION,
    maxSessions: given.maxSessions ?? DEFAULT_MAX_SESSIONS,
    maxParallelRequests: given.maxParallelRequests ?? DEFAULT_MAX_PARALLEL_REQUESTS,
    replay: resolveReplay(given.replay),
    retryInterval: given.retryInterval ?? DEFAULT_RETRY_INTERVAL,
    ...(given.bus ? { bus: { driver: given.bus.driver, url: given.bus.url ?? '', channel: given.bus.channel || DEFAULT_BUS_CHANNEL } } : {}),
  }
}

function resolveSubscriptions(subscriptions: ModuleOptions['subscriptions']): McpSubscriptionsConfig {
  const given: McpSubscriptionsOptions = typeof subscriptions === 'boolean' ? { enabled: subscriptions } : subscriptions ?? {}
  return {
    enabled: given.enabled ?? DEFAULT_SUBSCRIPTIONS.enabled,
    maxStreams: given.maxStreams ?? DEFAULT_SUBSCRIPTIONS.maxStreams,
    maxStreamsPerCaller: given.maxStreamsPerCaller ?? DEFAULT_SUBSCRIPTIONS.maxStreamsPerCaller,
    maxResources: given.maxResources ?? DEFAULT_SUBSCRIPTIONS.maxResources,
  }
}

function resolveReplay(replay: McpSessionsOptions['replay']): McpSessionsConfig['replay'] {
  if (replay === false) return false
  const given = typeof replay === 'object' ? replay : {}
  return { maxEvents: given.maxEvents ?? DEFAULT_REPLAY.maxEvents, maxBytes: given.maxBytes ?? DEFAULT_REPLAY.maxBytes }
}
