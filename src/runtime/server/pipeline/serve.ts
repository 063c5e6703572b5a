import type { H3Event } from 'h3'
import { readAccept } from '../http/accept'
import type { HttpAnswer } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { setExchange } from '../session/exchange'
import { checkProtocolVersion } from '../transport/headers'
import { type ParsedMessages, isRequest, parseMessages } from '../transport/messages'
import { StatelessTransport } from '../transport/stateless'
import { buildServer } from './build-server'
import type { Endpoint } from './endpoint'
import type { RuntimeHooks } from './hooks'
import { createMessageExtra } from './message-extra'
import { checkScopes } from './scopes'

/**
 * Serves one POST with a server of its own, which is never closed after it answered: closing would abort the signal
 * of a request that succeeded.
 */
export function serveStateless(event: H3Event, endpoint: Endpoint, body: unknown, hooks: RuntimeHooks): HttpAnswer | Promise<HttpAnswer> {
  const { headers } = event.node.req
  const parsed = parseMessages(body, endpoint.config.maxBatchSize)
  if (!parsed.ok) {
    return parsed.answer
  }
  const refusal = checkProtocolVersion(headers, parsed.messages)
  if (refusal) {
    return refusal
  }
  return serveMessages(event, endpoint, parsed, hooks)
}

/** Serves messages that have been checked. */
export async function serveMessages(event: H3Event, endpoint: Endpoint, { messages, batch }: ParsedMessages, hooks: RuntimeHooks): Promise<HttpAnswer> {
  const transport = new StatelessTransport({ messages, batch, acceptsStream: readAccept(event.node.req.headers.accept).stream, backlog: () => event.node.res.writableLength ?? 0 })
  onDisconnect(event, () => transport.close())
  // Mostly there is nothing to wait for, and each promise costs more than it seems: `asyncContext` follows it.
  const building = buildServer(event, endpoint, hooks, { listChanged: false })
  const server = building instanceof Promise ? await building : building
  const checking = checkScopes(event, endpoint, server.view, messages)
  const forbidden = checking && await checking
  if (forbidden) {
    return forbidden
  }
  setExchange(event, { server, sessionId: undefined, relatedRequestId: messages.find(isRequest)?.id, extra: undefined })
  server.connect(transport)
  transport.deliver(createMessageExtra(event, endpoint))
  return transport.answer
}
