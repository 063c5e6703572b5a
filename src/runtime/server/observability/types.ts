import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js'

/** Sends one message to the client. Resolves once it is sent or dropped, and never rejects. */
type Notify = (data: unknown, logger?: string) => Promise<void>

/**
 * Log messages to the client (`notifications/message`).
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
 */
export interface McpClientNotifier {
  /**
   * Sends a message, unless the client asked for higher levels only.
   *
   * @param data anything with a JSON form; an error is sent as its name and message
   * @param logger where it comes from. Defaults to the prefix of `useMcpLogger()`
   */
  (level: LoggingLevel, data: unknown, logger?: string): Promise<void>
  debug: Notify
  info: Notify
  warning: Notify
  error: Notify
}

/**
 * The evlog logger of a request. Declared here because evlog is an optional peer; its own type has these members and
 * more.
 *
 * @see https://evlog.dev
 */
export interface McpRequestLogger {
  /** Merges fields into the wide event. */
  set: (fields: Record<string, unknown>) => void
  info: (message: string, fields?: Record<string, unknown>) => void
  warn: (message: string, fields?: Record<string, unknown>) => void
  error: (error: Error | string, fields?: Record<string, unknown>) => void
  /** The fields so far. */
  getContext: () => Record<string, unknown>
}

/** The `user` field of a wide event. */
export interface McpUserFields {
  [field: string]: unknown
  id?: string
  email?: string
  name?: string
}

/** The `session` field of a wide event. */
export interface McpSessionFields {
  [field: string]: unknown
  id?: string
}

/** Tells the client what a handler is doing, and the server's log what it did. */
export interface McpLogger {
  /** Log messages to the client. */
  notify: McpClientNotifier
  /**
   * Sends `notifications/progress` if the client asked for progress of this request, otherwise nothing. Never rejects.
   *
   * @param progress how far it is; has to rise with every call
   * @param total what `progress` will be at the end, when that is known
   * @param message what is being done
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
   */
  progress: (progress: number, total?: number, message?: string) => Promise<void>
  /**
   * Merges fields into the request's wide event.
   *
   * @throws {McpObservabilityNotEnabledError} without evlog
   */
  set: (fields: Record<string, unknown>) => void
  /**
   * Adds an entry to the `requestLogs` of the wide event.
   *
   * @throws {McpObservabilityNotEnabledError} without evlog
   */
  event: (name: string, fields?: Record<string, unknown>) => void
  /**
   * Sets `user` of the wide event; merges over what was tagged automatically.
   *
   * @throws {McpObservabilityNotEnabledError} without evlog
   */
  setUser: (user: McpUserFields) => void
  /**
   * Sets `session` of the wide event; merges over what was tagged automatically.
   *
   * @throws {McpObservabilityNotEnabledError} without evlog
   */
  setSession: (session: McpSessionFields) => void
  /**
   * The evlog logger itself.
   *
   * @throws {McpObservabilityNotEnabledError} without evlog, when it is read
   */
  readonly evlog: McpRequestLogger
}
