import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { INVALID_REQUEST, SERVER_ERROR, SESSION_NOT_FOUND } from '../../shared/json-rpc'
import { readAccept } from '../http/accept'
import { type HttpAnswer, jsonAnswer, rpcErrorAnswer, sessionNotFound } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { createRequestInfo } from '../http/request-info'
import { log } from '../observability/log'
import { invalidParams } from '../register/params'
import { setExchange } from '../session/exchange'
import type { LiveSession, StreamConnection } from '../session/live-session'
import { createSessionId, isSessionId } from '../session/session-id'
import type { SessionRequest } from '../session/session-request'
import { checkProtocolVersion } from '../transport/headers'
import { type ParsedMessages, errorResponse, isRequest, parseMessages } from '../transport/messages'
import { serializeMessage } from '../transport/serialize'
import { type SessionDeps, createSession } from './create-session'
import type { Endpoint } from './endpoint'

/** Seconds after which a client that found no room may ask again. */
const RETRY_AFTER = '60'

/**
 * Serves one request to an endpoint with sessions. Middleware has run; definitions, guards and hooks are for the
 * request that begins a session only.
 */
export async function serveSession(event: H3Event, endpoint: Endpoint, body: string, request: SessionRequest, deps: SessionDeps): Promise<HttpAnswer> {
  if (request.id === undefined) {
    return beginSession(event, endpoint, body, request, deps)
  }
  if (!isSessionId(request.id)) {
    return rpcErrorAnswer(400, INVALID_REQUEST, 'Invalid session ID format')
  }
  const { session } = request
  if (!session) {
    return sessionNotFound()
  }
  deps.host.keepStored(session)
  if (event.method === 'POST') {
    return post(event, session, body, request)
  }
  const refusal = checkProtocolVersion(event.node.req.headers, [])
  if (refusal) {
    return refusal
  }
  if (event.method === 'DELETE') {
    await deps.host.end(session)
    return { status: 200 }
  }
  return listen(event, session, request)
}

async function beginSession(event: H3Event, endpoint: Endpoint, body: string, request: SessionRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const parsed = event.method === 'POST' ? parseMessages(body) : undefined
  if (parsed && !parsed.ok) {
    return parsed.answer
  }
  const initialize = parsed?.messages.find(isInitialize)
  if (!parsed || !initialize) {
    return rpcErrorAnswer(400, SERVER_ERROR, 'Bad Request: Server not initialized')
  }
  const invalid = invalidParams(initialize)
  if (invalid) {
    return jsonAnswer(serializeMessage(errorResponse(initialize.id, invalid)))
  }
  const place = deps.host.table.reserve()
  if (!place) {
    return rpcErrorAnswer(503, SESSION_NOT_FOUND, 'Server session limit reached', { headers: { 'retry-after': RETRY_AFTER } })
  }
  let isGone = false
  // A guard that never answers must not keep the place of a client that has left.
  onDisconnect(event, () => {
    isGone = true
    place.release()
  })
  try {
    const { subject } = request
    const session = await createSession(event, endpoint, { id: createSessionId(), subject, initialize }, deps)
    if (isGone) {
      await session.parts.wire.close()
      return sessionNotFound()
    }
    place.fill(session)
    store(event, session, initialize, deps)
    return send(event, session, parsed, request)
  }
  finally {
    place.release()
  }
}

function post(event: H3Event, session: LiveSession, body: string, request: SessionRequest): HttpAnswer | Promise<HttpAnswer> {
  const parsed = parseMessages(body)
  if (!parsed.ok) {
    return parsed.answer
  }
  if (parsed.messages.some(isInitialize)) {
    return rpcErrorAnswer(400, INVALID_REQUEST, 'Invalid Request: Server already initialized')
  }
  return checkProtocolVersion(event.node.req.headers, parsed.messages) ?? send(event, session, parsed, request)
}

function send(event: H3Event, session: LiveSession, { messages, batch }: ParsedMessages, request: SessionRequest): Promise<HttpAnswer> {
  const { server, mcp, live, wire } = session.parts
  setExchange(event, { server, mcp, live, sessionId: session.id, relatedRequestId: messages.find(isRequest)?.id, extra: undefined })
  const release = session.hold()
  const { answer, finished, disconnect } = wire.post({
    ...connectionOf(event),
    messages,
    batch,
    acceptsStream: readAccept(event.node.req.headers.accept).stream,
    extra: { requestInfo: createRequestInfo(event) },
  })
  void finished.then(release)
  request.waitFor(finished)
  onDisconnect(event, disconnect)
  return answer
}

async function listen(event: H3Event, session: LiveSession, request: SessionRequest): Promise<HttpAnswer> {
  if (request.invalidated) {
    return sessionNotFound()
  }
  const lastEventId = event.node.req.headers['last-event-id']
  const release = session.hold()
  const { answer, closed, disconnect } = await session.parts.wire.listen(connectionOf(event), lastEventId === undefined ? undefined : String(lastEventId))
  void closed.then(release)
  onDisconnect(event, disconnect)
  return answer
}

// Kept for processes that do not have the session. The client's answer does not wait for it.
function store(event: H3Event, session: LiveSession, initialize: JSONRPCMessage, { host }: SessionDeps): void {
  const tools = event.node.req.headers['x-mcp-tools']
  const { route, subject } = session.parts
  const record = {
    route,
    ...(subject === undefined ? {} : { subject }),
    initialize,
    ...(tools === undefined ? {} : { tools: String(tools) }),
    usedAt: Date.now(),
  }
  host.stored.save(session.id, record).catch(error => log.error('A session could not be stored:', error))
}

function connectionOf(event: H3Event): StreamConnection {
  return { backlog: () => event.node.res.writableLength ?? 0 }
}

function isInitialize(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string, id: unknown }> {
  return isRequest(message) && message.method === 'initialize'
}
