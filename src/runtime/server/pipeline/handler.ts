import { type H3Event, sendRedirect, setResponseStatus } from 'h3'
import { orElse } from '../../shared/and-then'
import { SERVER_ERROR } from '../../shared/json-rpc'
import { authenticate } from '../auth/authenticate'
import { namesEventStream, readAccept } from '../http/accept'
import { type HttpAnswer, methodNotAllowed, rpcErrorAnswer, sendAnswer } from '../http/answer'
import { drainBody, readLimitedBody } from '../http/body'
import { ClientGoneError, untilDisconnect, untilTurn } from '../http/disconnect'
import { isQueued } from '../http/queue'
import { parseJsonBody } from '../http/json-body'
import { tagMessages, tagRequest, tagUser } from '../observability/evlog'
import { log } from '../observability/log'
import { type Era, eraOf } from '../protocol/era'
import { idOf } from '../protocol/errors'
import type { SessionHost } from '../session/host'
import { SessionRequest } from '../session/session-request'
import { markSessionless } from '../session/sessionless'
import { checkListenHeaders, checkPostHeaders } from '../transport/headers'
import type { Endpoint } from './endpoint'
import { isUnexpected, toErrorAnswer } from './errors'
import { type RuntimeHooks, areResponsesObserved } from './hooks'
import { runMiddleware } from './middleware'
import { resourceOf } from './resource'
import { checkSecurity } from './security'
import { serveStateless } from './serve'
import { serveModern } from './serve-modern'
import { serveSession } from './serve-session'
import { subjectOf } from './subject'

/** What the pipeline needs of Nitro. */
export interface PipelineDeps {
  hooks: RuntimeHooks
  captureError: (error: Error, context: { event: H3Event, tags: string[] }) => void
  /** The sessions of this process; `undefined` when it has none. */
  sessionHost: () => SessionHost | undefined
  /** The event that the running code belongs to; `undefined` outside of requests. */
  currentEvent: () => H3Event | undefined
}

/** HTTP methods that an endpoint serves, without sessions and with them. */
const STATELESS_METHODS = ['POST']
const SESSION_METHODS = ['GET', 'POST', 'DELETE']

/**
 * Answers one request to an endpoint, in the order: host and origin, browser redirect, token, method, headers,
 * body, middleware, definitions, server. Every failure becomes an answer.
 */
export async function handleMcpRequest(event: H3Event, endpoint: Endpoint, deps: PipelineDeps): Promise<unknown> {
  const { sessions, protocol } = endpoint.config
  const host = sessions.enabled && protocol !== 'modern' ? deps.sessionHost() : undefined
  const methods = host ? SESSION_METHODS : STATELESS_METHODS
  let session: SessionRequest | undefined
  try {
    const insecure = checkSecurity(event, endpoint.config.security, methods)
    if (insecure) {
      return await sendRefusal(event, insecure, endpoint)
    }
    tagRequest(event, endpoint.config.logging)
    if (endpoint.config.enabled && isNavigation(event)) {
      return await sendRedirect(event, endpoint.browserRedirect)
    }
    const authorizing = authorize(event, endpoint)
    const refusal = (authorizing && await authorizing) ?? refuse(event, endpoint, methods)
    if (refusal) {
      return await sendRefusal(event, refusal, endpoint)
    }
    const body = event.method === 'POST' ? parseJsonBody(await readLimitedBody(event, endpoint.config.maxBodySize)) : undefined
    tagMessages(event, body)
    const era = eraOf(body, event.node.req.headers, protocol)
    if (era.kind === 'legacy') {
      const opening = host && SessionRequest.open(event, { host, route: endpoint.route, subjectOf: asked => subjectOf(asked, endpoint) })
      session = opening instanceof Promise ? await opening : opening
    }
    else {
      markSessionless(event)
    }
    const running = runMiddleware(event, endpoint.options.middleware, () => serve(event, endpoint, { body, era, session }, deps), areResponsesObserved(deps.hooks))
    const returned = running instanceof Promise ? await untilDisconnect(event, running) : running
    const ending = session?.answered(returned)
    if (ending) {
      await ending
    }
    if (typeof returned === 'object' && isQueued(event)) {
      await untilTurn(event)
    }
    return returned
  }
  catch (error) {
    await session?.answered(undefined)
    return await answerError(event, error, endpoint, deps)
  }
  finally {
    session?.finish()
  }
}

function authorize(event: H3Event, endpoint: Endpoint): Promise<HttpAnswer | undefined> | undefined {
  const { auth, config } = endpoint
  // What is switched off asks nobody to sign in. A verifier that never answers holds no request whose client has left.
  return auth && config.enabled ? untilDisconnect(event, authenticate(event, auth, resourceOf(event, endpoint))) : undefined
}

function refuse(event: H3Event, endpoint: Endpoint, methods: readonly string[]): HttpAnswer | undefined {
  if (!endpoint.config.enabled) {
    return rpcErrorAnswer(404, SERVER_ERROR, 'MCP is disabled on this server')
  }
  if (!methods.includes(event.method)) {
    return methodNotAllowed(methods.join(', '), event.method === 'GET' || event.method === 'DELETE' ? 'Method not allowed. Use POST for MCP requests.' : 'Method not allowed.')
  }
  const { headers } = event.node.req
  if (event.method === 'GET') {
    return checkListenHeaders(headers)
  }
  return event.method === 'POST' ? checkPostHeaders(headers) : undefined
}

interface ReadRequest {
  /** As JSON; `undefined` when it is none. */
  body: unknown
  era: Era
  session: SessionRequest | undefined
}

function serve(event: H3Event, endpoint: Endpoint, request: ReadRequest, deps: PipelineDeps): HttpAnswer | Promise<HttpAnswer> {
  return orElse(() => serveEra(event, endpoint, request, deps), (error) => {
    capture(event, error, deps)
    return toErrorAnswer(error, request.era.kind === 'modern' ? idOf(request.body) : null)
  })
}

function serveEra(event: H3Event, endpoint: Endpoint, { body, era, session }: ReadRequest, deps: PipelineDeps): HttpAnswer | Promise<HttpAnswer> {
  tagUser(event)
  if (era.kind === 'refused') {
    return era.answer
  }
  if (era.kind === 'modern') {
    return serveModern(event, endpoint, body, deps.hooks)
  }
  return session
    ? serveSession(event, endpoint, body, session, { host: session.host, hooks: deps.hooks, currentEvent: deps.currentEvent })
    : serveStateless(event, endpoint, body, deps.hooks)
}

async function sendRefusal(event: H3Event, refusal: HttpAnswer, endpoint: Endpoint): Promise<unknown> {
  await drainBody(event, endpoint.config.maxBodySize)
  // What is still to come would otherwise be read to its end, whenever that is.
  return sendAnswer(event, event.node.req.complete === false ? { ...refusal, headers: { ...refusal.headers, connection: 'close' } } : refusal, true)
}

async function answerError(event: H3Event, error: unknown, endpoint: Endpoint, deps: PipelineDeps): Promise<unknown> {
  if (event.handled) {
    return null
  }
  if (error instanceof ClientGoneError) {
    setResponseStatus(event, 400)
    return null
  }
  capture(event, error, deps)
  return sendRefusal(event, toErrorAnswer(error), endpoint)
}

// Nitro tells its `error` hook and prints nothing, and the client learns the reason in dev only.
function capture(event: H3Event, error: unknown, { captureError }: PipelineDeps): void {
  if (isUnexpected(error)) {
    log.error(`The MCP request to \`${event.path}\` failed:`, error)
    captureError(error instanceof Error ? error : new Error(String(error)), { event, tags: ['request'] })
  }
}

function isNavigation(event: H3Event): boolean {
  const { accept } = event.node.req.headers
  return (event.method === 'GET' || event.method === 'HEAD') && readAccept(accept).html && !namesEventStream(accept)
}
