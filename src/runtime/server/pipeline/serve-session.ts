import type { H3Event } from 'h3'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer, sessionNotFound } from '../http/answer'
import { backlogOf } from '../http/backlog'
import { onDisconnect } from '../http/disconnect'
import type { LiveSession } from '../session/live-session'
import { isSessionId } from '../session/session-id'
import type { SessionRequest } from '../session/session-request'
import { checkProtocolVersion } from '../transport/headers'
import { beginSession } from './begin-session'
import type { SessionDeps } from './create-session'
import type { Endpoint } from './endpoint'
import { postToSession } from './post-to-session'
import { sessionOf } from './rebuild-session'

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
    return postToSession(event, endpoint, session, body, request, deps)
  }
  const refusal = checkProtocolVersion(event.node.req.headers, [])
  if (refusal) {
    return refusal
  }
  return event.method === 'DELETE' ? end(session, deps) : listen(event, session, request, deps)
}

async function end(session: LiveSession, { host }: SessionDeps): Promise<HttpAnswer> {
  await host.ending.end(session)
  return { status: 200 }
}

// There is nothing to build: nobody would use it.
async function endStored(id: string, { host }: SessionDeps): Promise<HttpAnswer> {
  await host.ending.endStored(id)
  return { status: 200 }
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
