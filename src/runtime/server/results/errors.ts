import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { isError as isHttpError } from 'h3'
import { INTERNAL_ERROR, MISSING_CLIENT_CAPABILITY, RpcError, URL_ELICITATION_REQUIRED } from '../../shared/json-rpc'
import { log } from '../observability/log'
import { errorResult } from './content'

/**
 * Turns what a tool handler threw into an error result: `[404] gone` for an h3 error, the message otherwise.
 *
 * @throws what must stay a JSON-RPC error: that the client has to open a URL first, or lacks a capability
 */
export function toToolErrorResult(error: unknown, name: string): CallToolResult {
  if (isUrlRequired(error)) {
    throw error
  }
  const missing = missingCapabilityOf(error)
  if (missing) {
    throw missing
  }
  logUnexpected(error, `Tool \`${name}\``)
  return errorResult(messageOf(error))
}

/** Whether a handler ended because the user has to open a page first. */
export function isUrlRequired(error: unknown): boolean {
  return isProtocolError(error) && error.code === URL_ELICITATION_REQUIRED
}

/**
 * Turns what a resource or prompt handler threw into a JSON-RPC error. Only the protocol's own errors choose their
 * code; everything else is an internal error.
 *
 * @param what names the definition in the server's log
 */
export function toRpcError(error: unknown, what: string): RpcError {
  const own = missingCapabilityOf(error) ?? error
  if (own instanceof RpcError) {
    return own
  }
  if (isProtocolError(error)) {
    return new RpcError(error.code, error.message, error.data, { cause: error })
  }
  logUnexpected(error, what)
  if (isHttpError(error)) {
    return new RpcError(INTERNAL_ERROR, statusLine(error), error.data ?? undefined, { cause: error })
  }
  return new RpcError(INTERNAL_ERROR, ownMessage(error) || 'Internal error', undefined, { cause: error })
}

// An elicitation that the client does not support may be told as such, and carries what the client has to be told.
function missingCapabilityOf(error: unknown): RpcError | undefined {
  const own = error instanceof Error && error.name === 'McpElicitationError' ? error.cause : error
  return own instanceof RpcError && own.code === MISSING_CLIENT_CAPABILITY ? own : undefined
}

interface ProtocolError extends Error {
  code: number
  data?: unknown
}

// By name instead of by class: an application can hold a second copy of the SDK, whose errors mean the same.
function isProtocolError(error: unknown): error is ProtocolError {
  return error instanceof Error
    && (error.name === 'McpError' || error instanceof RpcError)
    && 'code' in error && Number.isSafeInteger(error.code)
}

// What the application throws may have any message, and getters that throw.
function messageOf(error: unknown): string {
  try {
    if (isHttpError(error)) {
      return httpErrorText(error)
    }
    return error instanceof Error ? ownMessage(error) || 'Tool execution failed' : String(error)
  }
  catch {
    return 'Tool execution failed'
  }
}

function ownMessage(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : ''
  }
  catch {
    return ''
  }
}

function httpErrorText(error: { statusCode: number, message: string, data?: unknown }): string {
  if (error.data === undefined || error.data === null) {
    return statusLine(error)
  }
  try {
    return `${statusLine(error)}\n${JSON.stringify(error.data, null, 2)}`
  }
  catch (cause) {
    return cause instanceof Error ? cause.message : statusLine(error)
  }
}

function statusLine(error: { statusCode: number, message: string }): string {
  return `[${error.statusCode}] ${error.message}`
}

/** Errors that are no bugs: a form that a person did not fill in, and a question that is on its way. */
const FORESEEN: ReadonlySet<string> = new Set(['McpElicitationError', 'McpInputRequiredError'])

// Errors that carry a status or a protocol code are answers; the rest are bugs that someone has to see.
function logUnexpected(error: unknown, what: string): void {
  if (!isHttpError(error) && !isProtocolError(error) && !(error instanceof Error && FORESEEN.has(error.name))) {
    logError(`${what} failed:`, error)
  }
}

function logError(message: string, error: unknown): void {
  try {
    log.error(message, error)
  }
  catch {
    log.error(message, 'an error that cannot be printed, because of its `message` or `cause`')
  }
}
