/** An icon of the server as the MCP `Implementation` object carries it. */
export interface McpIcon {
  /** Absolute URL or `data:` URI of the image. */
  src: string
  /** MIME type of the image, for example `image/svg+xml`. */
  mimeType: string
  /** Sizes such as `48x48`, or `any` for a scalable image. */
  sizes?: string[]
  /** Colour scheme that the icon is made for. */
  theme?: 'light' | 'dark'
}

/** Which requests the endpoint refuses before anything else runs. */
export interface McpSecurityConfig {
  /** Absent: same origin only. `'*'`: every origin. A list: exactly these origins. */
  allowedOrigins?: string[] | '*'
  /** Absent: loopback names only on a loopback listener and in dev. `'*'`: every host. A list: these in addition to loopback. */
  allowedHosts?: string[] | '*'
  /** Whether `X-Forwarded-Host` and `X-Forwarded-Proto` count. Absent: `https` from the latter only. */
  trustProxy?: boolean
}

/** How several processes that serve the same sessions reach each other. */
export interface McpSessionBusConfig {
  driver: 'redis'
  /** Empty for the server on this machine. */
  url: string
  /** What the names of its channels begin with. */
  channel: string
}

/** Resolved session settings; nothing is defaulted after the build. */
export interface McpSessionsConfig {
  enabled: boolean
  /** Idle time in milliseconds after which a session ends. */
  maxDuration: number
  /** Most sessions that one process keeps. */
  maxSessions: number
  /** Most requests of one session that are answered at the same time. */
  maxParallelRequests: number
  /** What is kept of a session's streams for clients that lost the connection; `false` for nothing. */
  replay: { maxEvents: number, maxBytes: number } | false
  /** Milliseconds after which a client that lost a stream should come back. */
  retryInterval: number
  /** Absent where one process serves all. */
  bus?: McpSessionBusConfig
}

/** Resolved settings of `subscriptions/listen` streams. */
export interface McpSubscriptionsConfig {
  enabled: boolean
  /** Most streams that one process keeps open. */
  maxStreams: number
  /** Most of them that belong to one caller. */
  maxStreamsPerCaller: number
  /** Most resources that one stream asks for. */
  maxResources: number
}

/** The resolved module options that run-time code reads. */
export interface McpConfig {
  enabled: boolean
  /** Normalised path of the default endpoint, without `app.baseURL`: one leading slash, no trailing one. */
  route: string
  browserRedirect: string
  /** `serverInfo.name`; never empty. */
  name: string
  version: string
  description?: string
  instructions?: string
  icons?: McpIcon[]
  dir: string
  defaultHandlerStrategy: 'orphans' | 'all'
  /** Which revisions of the protocol are served: those before 2026-07-28, those since, or both. */
  protocol: 'dual' | 'legacy' | 'modern'
  sessions: McpSessionsConfig
  subscriptions: McpSubscriptionsConfig
  security: McpSecurityConfig
  /** Largest request body in bytes. */
  maxBodySize: number
  /** Most messages in one batch. */
  maxBatchSize: number
  /** Milliseconds that answering one MCP request may take; `0` for any time. */
  requestTimeout: number
  /** Whether requests are tagged for evlog, where it is installed, and handlers may write to its log. */
  logging: boolean
  /** What modern clients carry between rounds is sealed with it. Known at run time only. */
  stateSecret?: string
}
