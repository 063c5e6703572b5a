import type { H3Event } from 'h3'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import { createGuards } from '../compile/guards'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { readAccept } from '../http/accept'
import { createRequestInfo } from '../http/request-info'
import { type DefinitionServer, createDefinitionServer } from '../register/server'
import { setExchange } from '../session/exchange'
import { type DefinitionView, visibleOf } from '../register/view'
import { checkProtocolVersion } from '../transport/headers'
import { isRequest, parseMessages } from '../transport/messages'
import { StatelessTransport } from '../transport/stateless'
import type { Endpoint } from './endpoint'
import { RefusedError } from './errors'
import { type RuntimeHooks, applyConfigHook, callListeners, hasListeners } from './hooks'
import { resolvePools } from './resolve'
import { readToolsHeader, unknownToolsMessage } from './tools-header'

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
  const { server, mcp, live } = await buildServer(event, endpoint, hooks)
  const requests = parsed.messages.filter(isRequest)
  setExchange(event, { server, mcp, live, sessionId: undefined, relatedRequestId: requests[0]?.id, extra: undefined })
  await server.connect(transport)
  transport.deliver({ requestInfo: createRequestInfo(event) })
  return transport.answer
}

async function buildServer(event: H3Event, endpoint: Endpoint, hooks: RuntimeHooks): Promise<DefinitionServer> {
  let identity = endpoint.identity
  let view: DefinitionView = { pools: await resolvePools(endpoint, event), isEnabled: createGuards(event) }
  if (hasListeners(hooks, 'mcp:config:resolved')) {
    const changed = await applyConfigHook(hooks, endpoint, view, event)
    identity = changed.identity
    // Listeners got only what the guards let through, and what they add has been decided on by them.
    view = { pools: changed.pools, isEnabled: () => true }
  }
  const allowedTools = readToolsHeader(event.node.req.headers['x-mcp-tools'])
  const restricted: DefinitionView = allowedTools ? { ...view, allowedTools } : view
  const built = createDefinitionServer(identity, restricted, { listChanged: false })
  if (hasListeners(hooks, 'mcp:server:created')) {
    await callListeners(hooks, 'mcp:server:created', { server: built.mcp(), event })
    await assertToolsKnown({ ...view, pools: built.live().pools }, allowedTools)
  }
  else {
    await assertToolsKnown(view, allowedTools)
  }
  return built
}

// A name that is hidden from this caller is as unknown as one that does not exist.
async function assertToolsKnown(view: DefinitionView, names: ReadonlySet<string> | undefined): Promise<void> {
  if (!names || names.size === 0) {
    return
  }
  const known = new Set((await visibleOf(view, view.pools.tools)).map(tool => tool.name))
  const unknown = [...names].filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new RefusedError(rpcErrorAnswer(400, INVALID_REQUEST, unknownToolsMessage(unknown)))
  }
}
