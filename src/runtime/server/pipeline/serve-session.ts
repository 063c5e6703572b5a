import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { INVALID_REQUEST, SERVER_ERROR } from '../../shared/json-rpc'
import { andThen } from '../../shared/and-then'
import { readAccept } from '../http/accept'
import { type HttpAnswer, jsonAnswer, rpcErrorAnswer, sessionNotFound } from '../http/answer'
import { backlogOf } from '../http/backlog'
import { onDisconnect } from '../http/disconnect'
import { log } from '../observability/log'
import { invalidParams } from '../register/params'
import { viewOf } from '../register/server'
import { setExchange } from '../session/exchange'
import type { SessionHost } from '../session/host'
import type { LiveSession } from '../session/live-session'
import { takeRequests } from '../session/parallel-requests'
import { processIn } from '../session/process-name'
import { createSessionId, isSessionId } from '../session/session-id'
import type { SessionRequest } from '../session/session-request'
import { SessionStorageError } from '../session/storage-timeout'
import { checkProtocolVersion } from '../transport/headers'
import { type ParsedMessages, errorResponse, isRequest, isResponse, parseMessages } from '../transport/messages'
import { renderMessage } from '../transport/serialize'
import { type SessionDeps, createSession } from './create-session'
import type { Endpoint } from './endpoint'
import { createPostedRequest } from './posted-request'
import { noRoomAnswer, sessionOf } from './rebuild-session'
import { checkScopes } from './scopes'

/**
 * Serves one request to an endpoint with sessions. Middleware has run; definitions, guards and hooks are for the
 * request that begins a session only.
 */
export function serveSession(event: H3Event, endpoint: Endpoint, body: unknown, request: SessionRequest, deps: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
  const { session } = request
  return session ? serveIn(session, event, endpoint, body, request, deps) : serveUnknown(event, endpoint, body, request, deps)
}

/** Serves a request without a session, or with one that is not in this process. */
async function serveUnknown(event: H3Event, endpoint: Endpoint, body: unknown, request: SessionRequest, deps: SessionDeps): Promise<HttpAnswer> {
  if (request.id === undefined) {
    return beginSession(event, endpoint, body, request, deps)
  }
  if (!isSessionId(request.id)) {
    return rpcErrorAnswer(400, INVALID_REQUEST, 'Invalid session ID format')
  }
  if (event.method === 'DELETE' && request.storedSession) {
    return checkProtocolVersion(event.node.req.headers, []) ?? await endStored(request.id, deps)
  }
  const session = await sessionOf(event, endpoint, request, deps)
  return session ? serveIn(session, event, endpoint, body, request, deps) : sessionNotFound()
}

function serveIn(session: LiveSession, event: H3Event, endpoint: Endpoint, body: unknown, request: SessionRequest, deps: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
  deps.host.keepStored(session)
  if (event.method === 'POST') {
    return post(event, endpoint, session, body, request, deps)
  }
  const refusal = checkProtocolVersion(event.node.req.headers, [])
  if (refusal) {
    return refusal
  }
  return event.method === 'DELETE' ? end(session, deps) : listen(event, session, request, deps)
}

async function end(session: LiveSession, { host }: SessionDeps): Promise<HttpAnswer> {
  await host.end(session)
  return { status: 200 }
}

// There is nothing to build: nobody would use it.
async function endStored(id: string, { host }: SessionDeps): Promise<HttpAnswer> {
  await host.endStored(id)
  return { status: 200 }
}

async function beginSession(event: H3Event, endpoint: Endpoint, body: unknown, request: SessionRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const parsed = event.method === 'POST' ? parseMessages(body, endpoint.config.maxBatchSize) : undefined
  if (parsed && !parsed.ok) {
    return parsed.answer
  }
  const initialize = parsed?.messages.find(isInitialize)
  if (!parsed || !initialize) {
    return rpcErrorAnswer(400, SERVER_ERROR, 'Bad Request: Server not initialized')
  }
  const invalid = invalidParams(initialize)
  if (invalid) {
    return jsonAnswer(renderMessage(errorResponse(initialize.id, invalid)))
  }
  const place = deps.host.table.reserve()
  if (!place) {
    return noRoomAnswer()
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
    request.begin(session)
    await store(event, session, initialize, deps)
    return send(event, endpoint, session, parsed, request, deps)
  }
  finally {
    place.release()
  }
}

function post(event: H3Event, endpoint: Endpoint, session: LiveSession, body: unknown, request: SessionRequest, deps: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
  const parsed = parseMessages(body, endpoint.config.maxBatchSize)
  if (!parsed.ok) {
    return parsed.answer
  }
  if (parsed.messages.some(isInitialize)) {
    return rpcErrorAnswer(400, INVALID_REQUEST, 'Invalid Request: Server already initialized')
  }
  const refusal = checkProtocolVersion(event.node.req.headers, parsed.messages)
  if (refusal) {
    return refusal
  }
  return andThen(checkScopes(event, endpoint, viewOf(session.parts.server), parsed.messages), forbidden => forbidden ?? send(event, endpoint, session, parsed, request, deps))
}

function send(event: H3Event, endpoint: Endpoint, session: LiveSession, { messages, batch }: ParsedMessages, request: SessionRequest, deps: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
  const own = messages.some(isResponse) ? forwardAnswers(session.id, messages, deps.host) : messages
  return andThen(own, known => deliver(event, endpoint, session, { messages: known, batch }, request, deps))
}

function deliver(event: H3Event, endpoint: Endpoint, session: LiveSession, { messages, batch }: ParsedMessages, request: SessionRequest, { host }: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
  if (messages.length === 0) {
    return { status: 202 }
  }
  const requests = messages.filter(isRequest)
  const leave = takeRequests(session, requests.length, endpoint.config.sessions.maxParallelRequests)
  if (!leave) {
    return rpcErrorAnswer(429, SERVER_ERROR, 'Too many requests of this session are being answered', { headers: { 'retry-after': '1' } })
  }
  const { server, wire } = session.parts
  setExchange(event, { server, sessionId: session.id, relatedRequestId: requests[0]?.id, extra: undefined })
  const release = session.hold()
  const handlersEnded = request.waitForHandlers()
  let isFinished = false
  const { answer, disconnect } = wire.post({
    messages,
    batch,
    backlog: backlogOf(event),
    acceptsStream: readAccept(event.node.req.headers.accept).stream,
    posted: createPostedRequest(event, endpoint),
    onFinished: () => {
      isFinished = true
      release()
      leave()
      host.touch(session)
      handlersEnded()
    },
  })
  if (!isFinished) {
    onDisconnect(event, disconnect)
  }
  return answer
}

async function listen(event: H3Event, session: LiveSession, request: SessionRequest, { host }: SessionDeps): Promise<HttpAnswer> {
  if (request.invalidated) {
    return sessionNotFound()
  }
  const lastEventId = event.node.req.headers['last-event-id']
  const release = session.hold()
  const { answer, closed, disconnect } = await session.parts.wire.listen({ backlog: backlogOf(event) }, lastEventId === undefined ? undefined : String(lastEventId))
  void closed.then(release).then(() => host.touch(session))
  onDisconnect(event, disconnect)
  return answer
}

// Kept for processes that do not have the session. Where there can be any, the client's next request may reach one of
// them, so its answer waits.
async function store(event: H3Event, session: LiveSession, initialize: JSONRPCMessage, { host }: SessionDeps): Promise<void> {
  const tools = event.node.req.headers['x-mcp-tools']
  const { route, subject } = session.parts
  const record = {
    route,
    ...(subject === undefined ? {} : { subject }),
    initialize,
    ...(tools === undefined ? {} : { tools: String(tools) }),
    usedAt: Date.now(),
  }
  const saving = host.stored.save(session.id, record)
  if (!host.isShared) {
    saving.catch(error => log.error('A session could not be stored:', error))
    return
  }
  session.record = record
  try {
    await saving
  }
  catch (error) {
    await host.endCopy(session)
    throw new SessionStorageError('The storage of MCP sessions cannot be reached.', { cause: error })
  }
}

/** Gives answers to questions of other processes to these, and returns the rest. */
async function forwardAnswers(id: string, messages: readonly JSONRPCMessage[], { bus, instance }: SessionHost): Promise<JSONRPCMessage[]> {
  const isOwn = await Promise.all(messages.map(async (message) => {
    const asker = isResponse(message) ? processIn(String(message.id)) : undefined
    if (asker === undefined || asker === instance) {
      return true
    }
    try {
      await bus.send(asker, { type: 'answer', id, json: JSON.stringify(message) })
      return false
    }
    catch (error) {
      throw new SessionStorageError('The answer could not be passed on to the process that asked.', { cause: error })
    }
  }))
  return messages.filter((_, index) => isOwn[index])
}

function isInitialize(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string, id: unknown }> {
  return isRequest(message) && message.method === 'initialize'
}
