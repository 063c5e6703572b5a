import type { H3Event } from 'h3'
import { readAccept } from '../http/accept'
import type { HttpAnswer } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { createRequestInfo } from '../http/request-info'
import { setExchange } from '../session/exchange'
import { checkProtocolVersion } from '../transport/headers'
import { isRequest, parseMessages } from '../transport/messages'
import { StatelessTransport } from '../transport/stateless'
import { buildServer } from './build-server'
import type { Endpoint } from './endpoint'
import type { RuntimeHooks } from './hooks'

/**
 * Serves one POST with a server of its own, which is never closed after it answered: closing would abort the signal
 * of a request that succeeded.
 */
export async function serveStateless(event: H3Event, endpoint: Endpoint, body: string, hooks: RuntimeHooks): Promise<HttpAnswer> {
  const { headers } = event.node.req
  const parsed = parseMessages(body)
  if (!parsed.ok) {
    return parsed.answer
  }
  const refusal = checkProtocolVersion(headers, parsed.messages)
  if (refusal) {
    return refusal
  }
  const transport = new StatelessTransport({ messages: parsed.messages, batch: parsed.batch, acceptsStream: readAccept(headers.accept).stream })
  onDisconnect(event, () => transport.close())
  const { server, mcp, live } = await buildServer(event, endpoint, hooks, { listChanged: false })
  const requests = parsed.messages.filter(isRequest)
  setExchange(event, { server, mcp, live, sessionId: undefined, relatedRequestId: requests[0]?.id, extra: undefined })
  await server.connect(transport)
  transport.deliver({ requestInfo: createRequestInfo(event) })
  return transport.answer
}
