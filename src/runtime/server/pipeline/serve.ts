import { type H3Event, getRequestURL } from 'h3'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import { createGuards } from '../compile/guards'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { readAccept } from '../http/accept'
import { createExtensibleServer, createServer } from '../register/server'
import { type DefinitionView, visibleOf } from '../register/view'
import { checkProtocolVersion } from '../transport/headers'
import { parseMessages } from '../transport/messages'
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
  const server = await buildServer(event, endpoint, hooks)
  await server.connect(transport)
  transport.deliver({ requestInfo: { headers, url: getRequestURL(event) } })
  return transport.answer
}

async function buildServer(event: H3Event, endpoint: Endpoint, hooks: RuntimeHooks): Promise<Pick<ReturnType<typeof createServer>, 'connect'>> {
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
  if (!hasListeners(hooks, 'mcp:server:created')) {
    await assertToolsKnown(view, allowedTools, [])
    return createServer(identity, restricted, event)
  }
  const { mcp, late } = createExtensibleServer(identity, restricted, event)
  await callListeners(hooks, 'mcp:server:created', { server: mcp, event })
  await assertToolsKnown(view, allowedTools, late.toolNames)
  return mcp
}

// A name that is hidden from this caller is as unknown as one that does not exist.
async function assertToolsKnown(view: DefinitionView, names: ReadonlySet<string> | undefined, late: Iterable<string>): Promise<void> {
  if (!names || names.size === 0) {
    return
  }
  const known = new Set([...(await visibleOf(view, view.pools.tools)).map(tool => tool.name), ...late])
  const unknown = [...names].filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new RefusedError(rpcErrorAnswer(400, INVALID_REQUEST, unknownToolsMessage(unknown)))
  }
}
