import { getRequestHeader } from 'h3'
import { useEvent } from 'nitropack/runtime'
import { McpObservabilityNotEnabledError } from '../observability/errors'
import { requestLoggerOf } from '../observability/evlog'
import { createNotifier, createProgress } from '../observability/notifier'
import type { McpLogger, McpRequestLogger } from '../observability/types'
import { useExchange } from './use-exchange'

/**
 * Tells the client what a handler is doing (`notify`, `progress`), and the server's log what it did (`set`, `event`,
 * `setUser`, `setSession`, `evlog`). The second half needs evlog.
 *
 * @param prefix where messages to the client come from; their `logger` field
 * @throws {Error} outside of tool, resource and prompt handlers
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
 * @example
 * const log = useMcpLogger('orders')
 * await log.notify.info({ step: 'charging', order: 17 })
 * log.set({ order: { id: 17 } })
 */
export function useMcpLogger(prefix?: string): McpLogger {
  // A copy: in a batch, `extra` moves on with every request that starts.
  const exchange = { ...useExchange() }
  const event = useEvent()
  const logger = requestLoggerOf(event)
  const requireLogger = (): McpRequestLogger => {
    if (!logger) {
      throw new McpObservabilityNotEnabledError()
    }
    return logger
  }
  const warn = (error: unknown, message: Record<string, unknown>) =>
    logger?.warn?.('mcp logger notify failed', { mcp: message, error: error instanceof Error ? error.message : String(error) })

  return {
    notify: createNotifier(exchange, {
      prefix,
      levelKey: exchange.sessionId ?? getRequestHeader(event, 'mcp-session-id'),
      onFailure: warn,
    }),
    progress: createProgress(exchange, error => warn(error, { progress: true })),
    set: fields => requireLogger().set(fields),
    event: (name, fields) => requireLogger().info(name, fields),
    setUser: user => requireLogger().set({ user }),
    setSession: session => requireLogger().set({ session }),
    get evlog() {
      return requireLogger()
    },
  }
}
