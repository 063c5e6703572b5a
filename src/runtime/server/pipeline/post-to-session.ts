import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { andThen } from '../../shared/and-then'
import { INVALID_REQUEST, SERVER_ERROR } from '../../shared/json-rpc'
import { readAccept } from '../http/accept'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { backlogOf } from '../http/backlog'
import { onDisconnect } from '../http/disconnect'
import { viewOf } from '../register/server'
import { type McpExchange, setExchange } from '../session/exchange'
import type { SessionHost } from '../session/host'
import type { LiveSession } from '../session/live-session'
import { takeRequests } from '../session/parallel-requests'
import { processIn } from '../session/process-name'
import type { SessionRequest } from '../session/session-request'
import { SessionStorageError } from '../session/storage-timeout'
import { checkProtocolVersion } from '../transport/headers'
import { type ParsedMessages, isInitialize, isRequest, isResponse, parseMessages } from '../transport/messages'
import type { SessionDeps } from './create-session'
import type { Endpoint } from './endpoint'
import { createPostedRequest } from './posted-request'
import { checkScopes } from './scopes'

/** Serves a POST to a session. */
export function postToSession(event: H3Event, endpoint: Endpoint, session: LiveSession, body: unknown, request: SessionRequest, deps: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
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
  return andThen(checkScopes(event, endpoint, viewOf(session.parts.server), parsed.messages), forbidden => forbidden ?? sendToSession(event, endpoint, session, parsed, request, deps))
}

/** Hands messages that have been checked to a session. */
export function sendToSession(event: H3Event, endpoint: Endpoint, session: LiveSession, { messages, batch }: ParsedMessages, request: SessionRequest, deps: SessionDeps): HttpAnswer | Promise<HttpAnswer> {
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
  const exchange: McpExchange = { server, sessionId: session.id, relatedRequestId: requests[0]?.id, extra: undefined }
  setExchange(event, exchange)
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
      // As `endExchange` does; the server goes on with its session.
      exchange.extra = undefined
    },
  })
  if (!isFinished) {
    onDisconnect(event, disconnect)
  }
  return answer
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
