import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { isError as isHttpError } from 'h3'
import { INTERNAL_ERROR, RpcError, URL_ELICITATION_REQUIRED } from '../../shared/json-rpc'
import { log } from '../observability/log'
import { errorResult } from './content'

/**
 * Turns what a tool handler threw into an error result: `[404] gone` for an h3 error, the message otherwise.
 *
 * @throws the error itself when it tells the client to open a URL first, which must stay a JSON-RPC error
 */
export function toToolErrorResult(error: unknown, name: string): CallToolResult {
  if (isProtocolError(error) && error.code === URL_ELICITATION_REQUIRED) {
    throw error
  }
  logUnexpected(error, `Tool \`${name}\``)
  return errorResult(messageOf(error))
}

/**
 * Turns what a resource or prompt handler threw into a JSON-RPC error. Only the protocol's own errors choose their
 * code; everything else is an internal error.
 *
 * @param what names the definition in the server's log
 */
export function toRpcError(error: unknown, what: string): RpcError {
  if (error instanceof RpcError) {
    return error
  }
  if (isProtocolError(error)) {
    return new RpcError(error.code, error.message, error.data, { cause: error })
  }
  logUnexpected(error, what)
  if (isHttpError(error)) {
    return new RpcError(INTERNAL_ERROR, statusLine(error), error.data ?? undefined, { cause: error })
  }
  const message = error instanceof Error ? error.message : ''
  return new RpcError(INTERNAL_ERROR, message || 'Internal error', undefined, { cause: error })
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

function messageOf(error: unknown): string {
  if (isHttpError(error)) {
    return httpErrorText(error)
  }
  if (error instanceof Error) {
    return error.message || 'Tool execution failed'
  }
  try {
    return String(error)
  }
  catch {
    return 'Tool execution failed'
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

// Errors that carry a status or a protocol code are answers, and a form that a person did not fill in is no bug; the
// rest are bugs that someone has to see.
function logUnexpected(error: unknown, what: string): void {
  if (!isHttpError(error) && !isProtocolError(error) && !(error instanceof Error && error.name === 'McpElicitationError')) {
    log.error(`${what} failed:`, error)
  }
}
