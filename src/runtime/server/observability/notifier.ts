import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js'
import { lazy } from '../../shared/lazy'
import { isShared } from '../elicitation/no-questions'
import { toPlainValue } from '../results/tool-result'
import type { McpExchange, SdkServer } from '../session/exchange'
import { isLogLevel } from './log-level'
import type { McpClientNotifier, McpLogger } from './types'

export interface NotifierOptions {
  /** Default of the `logger` field. */
  prefix: string | undefined
  /** What `logging/setLevel` of this client is remembered under: the session id, where there is one. */
  levelKey: string | undefined
  /** Told what was not sent. */
  onFailure: (error: unknown, message: { logger: string | undefined, level: string }) => void
}

/** Log messages to the client of an exchange, on the stream of the request being handled. */
export function createNotifier(exchange: McpExchange, { prefix, levelKey, onFailure }: NotifierOptions): McpClientNotifier {
  const server = lazy(() => relatedServer(exchange))
  const notify = async (level: LoggingLevel, data: unknown, logger = prefix): Promise<void> => {
    if (!isLogLevel(level) || isShared()) {
      return
    }
    try {
      await server().sendLoggingMessage({ level, data: toSendable(data), ...(logger === undefined ? {} : { logger }) }, levelKey)
    }
    catch (error) {
      onFailure(error, { logger, level })
    }
  }
  return Object.assign(notify, {
    debug: (data: unknown, logger?: string) => notify('debug', data, logger),
    info: (data: unknown, logger?: string) => notify('info', data, logger),
    warning: (data: unknown, logger?: string) => notify('warning', data, logger),
    error: (data: unknown, logger?: string) => notify('error', data, logger),
  })
}

/** Progress of the request being handled, for a client that sent a progress token with it. */
export function createProgress(exchange: McpExchange, onFailure: (error: unknown) => void): McpLogger['progress'] {
  return async (progress, total, message) => {
    const progressToken = exchange.extra?._meta?.progressToken
    if (progressToken === undefined || !Number.isFinite(progress) || isShared()) {
      return
    }
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) }
    try {
      await exchange.server.sdk.notification({ method: 'notifications/progress', params }, { relatedRequestId: exchange.relatedRequestId })
    }
    catch (error) {
      onFailure(error)
    }
  }
}

// The SDK keeps the level that `logging/setLevel` set to itself, and its `sendLoggingMessage` cannot name a stream.
// A view of the server, whose notifications belong to the request, has both.
function relatedServer({ server: { sdk }, relatedRequestId }: McpExchange): SdkServer {
  const notification: SdkServer['notification'] = (message, options) => sdk.notification(message, { ...options, relatedRequestId })
  const view: SdkServer = Object.create(sdk, { notification: { value: notification } })
  return view
}

/** @throws {TypeError} when the data has no JSON form, before the transport finds out in the middle of a stream */
function toSendable(data: unknown): unknown {
  const plain = data instanceof Error ? { name: data.name, message: data.message } : toPlainValue(data)
  if (JSON.stringify(plain) === undefined) {
    throw new TypeError(`A value of type ${typeof plain} has no JSON form.`)
  }
  return plain
}
