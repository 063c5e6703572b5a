import { type H3Event, sendRedirect, setResponseStatus } from 'h3'
import { SERVER_ERROR } from '../../shared/json-rpc'
import { namesEventStream, readAccept } from '../http/accept'
import { type HttpAnswer, methodNotAllowed, rpcErrorAnswer, sendAnswer } from '../http/answer'
import { readLimitedBody } from '../http/body'
import { ClientGoneError, untilDisconnect } from '../http/disconnect'
import { checkPostHeaders } from '../transport/headers'
import type { Endpoint } from './endpoint'
import { isUnexpected, toErrorAnswer } from './errors'
import type { RuntimeHooks } from './hooks'
import { runMiddleware } from './middleware'
import { checkSecurity } from './security'
import { serveStateless } from './serve'

/** What the pipeline needs of Nitro. */
export interface PipelineDeps {
  hooks: RuntimeHooks
  captureError: (error: Error, context: { event: H3Event, tags: string[] }) => void
}

/** Methods that an endpoint without sessions serves. */
const METHODS = 'POST'

/**
 * Answers one request to an endpoint, in the order: host and origin, browser redirect, method, headers, body,
 * middleware, definitions, server. Every failure becomes an answer.
 */
export async function handleMcpRequest(event: H3Event, endpoint: Endpoint, deps: PipelineDeps): Promise<unknown> {
  try {
    const insecure = checkSecurity(event, endpoint.config.security, METHODS)
    if (insecure) {
      return sendAnswer(event, insecure)
    }
    if (endpoint.config.enabled && isNavigation(event)) {
      return await sendRedirect(event, endpoint.browserRedirect)
    }
    const refusal = refuse(event, endpoint)
    if (refusal) {
      return sendAnswer(event, refusal)
    }
    const body = await readLimitedBody(event, endpoint.config.maxBodySize)
    return await untilDisconnect(event, runMiddleware(event, endpoint.options.middleware, () => serve(event, endpoint, body, deps)))
  }
  catch (error) {
    return answerError(event, error, deps)
  }
}

function refuse(event: H3Event, endpoint: Endpoint): HttpAnswer | undefined {
  if (!endpoint.config.enabled) {
    return rpcErrorAnswer(404, SERVER_ERROR, 'MCP is disabled on this server')
  }
  if (event.method !== 'POST') {
    return methodNotAllowed(METHODS, event.method === 'GET' || event.method === 'DELETE' ? 'Method not allowed. Use POST for MCP requests.' : 'Method not allowed.')
  }
  return checkPostHeaders(event.node.req.headers)
}

async function serve(event: H3Event, endpoint: Endpoint, body: string, deps: PipelineDeps): Promise<HttpAnswer> {
  try {
    return await serveStateless(event, endpoint, body, deps.hooks)
  }
  catch (error) {
    capture(event, error, deps)
    return toErrorAnswer(error)
  }
}

function answerError(event: H3Event, error: unknown, deps: PipelineDeps): unknown {
  if (error instanceof ClientGoneError || event.handled) {
    setResponseStatus(event, 400)
    return null
  }
  capture(event, error, deps)
  return sendAnswer(event, toErrorAnswer(error))
}

function capture(event: H3Event, error: unknown, { captureError }: PipelineDeps): void {
  if (isUnexpected(error)) {
    captureError(error instanceof Error ? error : new Error(String(error)), { event, tags: ['request'] })
  }
}

function isNavigation(event: H3Event): boolean {
  const { accept } = event.node.req.headers
  return (event.method === 'GET' || event.method === 'HEAD') && readAccept(accept).html && !namesEventStream(accept)
}
