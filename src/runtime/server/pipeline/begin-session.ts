import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { SERVER_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, jsonAnswer, rpcErrorAnswer, sessionNotFound } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { log } from '../observability/log'
import { invalidParams } from '../register/params'
import type { LiveSession } from '../session/live-session'
import { createSessionId } from '../session/session-id'
import type { SessionRequest } from '../session/session-request'
import { SessionStorageError } from '../session/storage-timeout'
import { errorResponse, isInitialize, parseMessages } from '../transport/messages'
import { renderMessage } from '../transport/serialize'
import { type SessionDeps, createSession } from './create-session'
import type { Endpoint } from './endpoint'
import { noRoomAnswer } from './rebuild-session'
import { sendToSession } from './post-to-session'

/** Serves a request without a session: `initialize` begins one. */
export async function beginSession(event: H3Event, endpoint: Endpoint, body: unknown, request: SessionRequest, deps: SessionDeps): Promise<HttpAnswer> {
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
    return sendToSession(event, endpoint, session, parsed, request, deps)
  }
  finally {
    place.release()
  }
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
    await host.ending.endCopy(session)
    throw new SessionStorageError('The storage of MCP sessions cannot be reached.', { cause: error })
  }
}
