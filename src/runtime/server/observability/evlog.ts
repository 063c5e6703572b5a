import { type H3Event, getRequestHeader } from 'h3'
import { EventSlot } from '../http/event-slot'
import { isRecord } from '../results/tool-result'
import { summarizeRpc } from './rpc-summary'
import type { McpRequestLogger } from './types'

// Handlers look for the logger long after the endpoint's options are out of reach.
const muted = new EventSlot<true>('mcp without log')

/** The evlog logger that the application put on the event; `undefined` without, and with `mcp.logging: false`. */
export function requestLoggerOf(event: H3Event): McpRequestLogger | undefined {
  const logger: unknown = event.context.log
  return isRequestLogger(logger) && !muted.get(event) ? logger : undefined
}

/**
 * Tags the wide event of a request to an endpoint. Does nothing without evlog.
 *
 * @param logging `mcp.logging`; false keeps everything of this request out of the log
 */
export function tagRequest(event: H3Event, logging: boolean): void {
  if (!logging) {
    muted.set(event, true)
    return
  }
  const logger = requestLoggerOf(event)
  if (!logger) {
    return
  }
  const sessionId = getRequestHeader(event, 'mcp-session-id')
  logger.set({
    mcp: {
      transport: 'streamable-http',
      route: event.path.split('?', 1)[0],
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
    },
  })
}

/**
 * Tags the wide event with what the body of a POST asks for. Does nothing without evlog.
 *
 * @param body as JSON; `undefined` when it is none
 */
export function tagMessages(event: H3Event, body: unknown): void {
  const logger = requestLoggerOf(event)
  if (!logger) {
    return
  }
  const summary = summarizeRpc(Array.isArray(body) ? body : [body])
  if (Object.keys(summary).length > 0) {
    logger.set({ mcp: summary })
  }
}

/**
 * Tags the wide event with the user and session that middleware left on `event.context`. Does nothing without evlog.
 */
export function tagUser(event: H3Event): void {
  const logger = requestLoggerOf(event)
  if (!logger) {
    return
  }
  const { userId, user, sessionId, session }: Record<string, unknown> = event.context
  const person = isRecord(user) ? user : {}
  const tags = withoutEmpty({
    user: withoutEmpty({ id: text(userId) ?? text(person.id), email: text(person.email), name: text(person.name) }),
    session: withoutEmpty({ id: text(isRecord(session) ? session.id : undefined) ?? text(sessionId) }),
  })
  if (tags) {
    logger.set(tags)
  }
}

// By its members instead of by its class: evlog is no dependency, and has no class to ask for.
function isRequestLogger(value: unknown): value is McpRequestLogger {
  return isRecord(value) && typeof value.set === 'function' && typeof value.info === 'function'
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
