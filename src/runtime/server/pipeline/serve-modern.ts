import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { readAccept } from '../http/accept'
import { type HttpAnswer, jsonAnswer } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import { describeClient } from '../protocol/client'
import { discover } from '../protocol/discover'
import { headerMismatch, invalidParams } from '../protocol/errors'
import { readInput } from '../protocol/input-params'
import { listen, withListenCapabilities } from '../protocol/listen'
import { findParamMismatch, paramHeadersOf } from '../protocol/param-headers'
import { readModernMessage } from '../protocol/request'
import { hintOfRequest } from '../protocol/request-hint'
import { sealState } from '../protocol/request-state'
import { type Stamp, stampResult } from '../protocol/results'
import { INPUT_METHODS } from '../protocol/revision'
import { stateSecret } from '../protocol/state-secret'
import { ModernTransport, type ModernTransportOptions } from '../protocol/transport'
import type { DefinitionServer } from '../register/server'
import { type DefinitionView, findVisible } from '../register/view'
import { setExchange } from '../session/exchange'
import { serializeMessage } from '../transport/serialize'
import { buildServer } from './build-server'
import type { Endpoint } from './endpoint'
import type { RuntimeHooks } from './hooks'
import { createMessageExtra } from './message-extra'
import { checkScopes } from './scopes'
import { serveMessages } from './serve'
import { subjectOf } from './subject'

/**
 * Serves one POST of protocol version 2026-07-28 or later. A server of its own answers it, as without sessions; what
 * the revision words differently is translated on the way in and out.
 *
 * @param body as JSON
 */
export async function serveModern(event: H3Event, endpoint: Endpoint, body: unknown, hooks: RuntimeHooks): Promise<HttpAnswer> {
  const { headers } = event.node.req
  const message = readModernMessage(body, headers)
  if (message.kind === 'refused') {
    return message.answer
  }
  if (message.kind === 'notification') {
    return serveMessages(event, endpoint, { messages: [message.notification], batch: false }, hooks)
  }
  const { request, meta } = message
  const input = INPUT_METHODS.has(request.method) ? await openInput(event, endpoint, request) : undefined
  if (input && 'refusal' in input) {
    return input.refusal
  }
  const transport = new ModernTransport({ request, meta, input, acceptsStream: readAccept(headers.accept).stream, backlog: () => event.node.res.writableLength ?? 0 })
  onDisconnect(event, () => transport.close())
  const built = await buildServer(event, endpoint, hooks, { listChanged: false, missingIsError: true })
  const { server, mcp, live } = built
  const answer = await answerDirectly(event, endpoint, request, built)
  if (answer) {
    return answer
  }
  const stamp = await stampOf(endpoint, request, built)
  describeClient(server, meta, () => transport.initialize())
  setExchange(event, { server, mcp, live, sessionId: undefined, relatedRequestId: request.id, extra: undefined, rounds: transport.rounds })
  await server.connect(transport)
  transport.begin(stamp, createMessageExtra(event, endpoint))
  return transport.answer
}

/** The answer to what the SDK's server does not know, or must not see. */
async function answerDirectly(event: H3Event, endpoint: Endpoint, request: JSONRPCRequest, built: DefinitionServer): Promise<HttpAnswer | undefined> {
  const { view, identity, capabilities } = built
  switch (request.method) {
    case 'server/discover': {
      const result = discover(withListenCapabilities(capabilities, endpoint.config.subscriptions), identity.instructions)
      return jsonAnswer(serializeMessage({ jsonrpc: '2.0', id: request.id, result: stampResult(result, await stampOf(endpoint, request, built)) }))
    }
    case 'subscriptions/listen':
      return listen(event, request, { view: view(), endpoint, identity, subject: subjectOf(event, endpoint) })
    default:
      return await checkParamHeaders(event, view(), request) ?? await checkScopes(event, endpoint, view(), [request])
  }
}

async function stampOf(endpoint: Endpoint, request: JSONRPCRequest, { identity, view }: DefinitionServer): Promise<Stamp> {
  return { method: request.method, serverInfo: identity.info, hint: await hintOfRequest(endpoint, request, view()) }
}

async function openInput(event: H3Event, endpoint: Endpoint, request: JSONRPCRequest): Promise<NonNullable<ModernTransportOptions['input']> | { refusal: HttpAnswer }> {
  const secret = () => stateSecret(endpoint.config.stateSecret)
  const owner = { route: endpoint.route, method: request.method, params: request.params ?? {}, subject: subjectOf(event, endpoint) }
  const input = await readInput(request, owner, secret)
  return input.ok
    ? { state: input.state, responses: input.responses, seal: state => sealState(state, owner, secret()) }
    : { refusal: invalidParams(request.id, input.problem) }
}

async function checkParamHeaders(event: H3Event, view: DefinitionView, { id, method, params }: JSONRPCRequest): Promise<HttpAnswer | undefined> {
  const tool = method === 'tools/call' ? await findVisible(view, view.pools.tools, String(params?.name)) : undefined
  const mismatch = tool && findParamMismatch(paramHeadersOf(tool.entry()), params?.arguments, event.node.req.headers)
  return mismatch === undefined ? undefined : headerMismatch(id, mismatch)
}
