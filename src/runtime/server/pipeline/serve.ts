import type { H3Event } from 'h3'
import { andThen } from '../../shared/and-then'
import { readAccept } from '../http/accept'
import type { HttpAnswer } from '../http/answer'
import { backlogOf } from '../http/backlog'
import { endExchange, setExchange } from '../session/exchange'
import { checkProtocolVersion } from '../transport/headers'
import { type ParsedMessages, isRequest, parseMessages } from '../transport/messages'
import { StatelessTransport } from '../transport/stateless'
import type { DefinitionServer } from '../register/server'
import { buildServer } from './build-server'
import type { Endpoint } from './endpoint'
import type { RuntimeHooks } from './hooks'
import { createPostedRequest } from './posted-request'
import { checkScopes } from './scopes'
import { serveThrough } from './serve-through'

/** Serves one POST with a server of its own. */
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
export function serveMessages(event: H3Event, endpoint: Endpoint, parsed: ParsedMessages, hooks: RuntimeHooks): HttpAnswer | Promise<HttpAnswer> {
  const transport = new StatelessTransport({
    messages: parsed.messages,
    batch: parsed.batch,
    acceptsStream: readAccept(event.node.req.headers.accept).stream,
    backlog: backlogOf(event),
    onFinished: () => endExchange(event, endpoint.afterAnswer),
  })
  return serveThrough(event, transport, () => andThen(buildServer(event, endpoint, hooks, { listChanged: false }), server => serveWith(server, event, endpoint, parsed, transport)))
}

function serveWith(server: DefinitionServer, event: H3Event, endpoint: Endpoint, { messages }: ParsedMessages, transport: StatelessTransport): HttpAnswer | Promise<HttpAnswer> {
  return andThen(checkScopes(event, endpoint, server.view, messages), (forbidden) => {
    if (forbidden || transport.isFinished) {
      return forbidden ?? transport.answer
    }
    setExchange(event, { server, sessionId: undefined, relatedRequestId: messages.find(isRequest)?.id, extra: undefined })
    server.connect(transport)
    transport.deliver(createPostedRequest(event, endpoint))
    return transport.answer
  })
}
