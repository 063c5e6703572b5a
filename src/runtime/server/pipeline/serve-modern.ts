import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { andThen } from '../../shared/and-then'
import type { CompiledTool } from '../compile/compiled'
import { readAccept } from '../http/accept'
import { type HttpAnswer, jsonAnswer } from '../http/answer'
import { backlogOf } from '../http/backlog'
import { describeClient } from '../protocol/client'
import { discover } from '../protocol/discover'
import { headerMismatch, invalidParams } from '../protocol/errors'
import { readInput } from '../protocol/input-params'
import { listen, withListenCapabilities } from '../protocol/listen'
import type { RequestMeta } from '../protocol/meta'
import { type ParamHeader, findParamMismatch, paramHeadersOf } from '../protocol/param-headers'
import { readModernMessage } from '../protocol/request'
import { hintOfRequest } from '../protocol/request-hint'
import { type RequestState, type StateOwner, openState, sealState } from '../protocol/request-state'
import { type Stamp, stampResult } from '../protocol/results'
import { INPUT_METHODS } from '../protocol/revision'
import { stateSecret } from '../protocol/state-secret'
import { ModernTransport } from '../protocol/transport'
import type { DefinitionServer } from '../register/server'
import { type DefinitionView, findVisible } from '../register/view'
import { endExchange, setExchange } from '../session/exchange'
import { renderMessage } from '../transport/serialize'
import { buildServer } from './build-server'
import type { Endpoint } from './endpoint'
import type { RuntimeHooks } from './hooks'
import { createPostedRequest } from './posted-request'
import { checkScopes } from './scopes'
import { serveMessages } from './serve'
import { serveThrough } from './serve-through'
import { subjectOf } from './subject'

/**
 * Serves one POST of protocol version 2026-07-28 or later. A server of its own answers it, as without sessions; what
 * the revision words differently is translated on the way in and out.
 *
 * @param body as JSON
 */
export function serveModern(event: H3Event, endpoint: Endpoint, body: unknown, hooks: RuntimeHooks): HttpAnswer | Promise<HttpAnswer> {
  const message = readModernMessage(body, event.node.req.headers)
  if (message.kind === 'refused') {
    return message.answer
  }
  if (message.kind === 'notification') {
    return serveMessages(event, endpoint, { messages: [message.notification], batch: false }, hooks)
  }
  const { request, meta } = message
  const input = INPUT_METHODS.has(request.method) ? inputOf(event, endpoint, request) : undefined
  return andThen(input && readInput(request, input.open), (read) => {
    if (read && !read.ok) {
      return invalidParams(request.id, read.problem)
    }
    const transport = new ModernTransport({
      request,
      meta,
      input: input && read && { state: read.state, responses: read.responses, seal: input.seal, timeLimit: endpoint.requestTimeout },
      acceptsStream: readAccept(event.node.req.headers.accept).stream,
      backlog: backlogOf(event),
      onFinished: () => endExchange(event, endpoint.afterAnswer),
    })
    return serveThrough(event, transport, () => andThen(buildServer(event, endpoint, hooks, { listChanged: false, missingIsError: true }), server => serveWith(server, event, endpoint, { request, meta, transport })))
  })
}

interface ModernExchange {
  request: JSONRPCRequest
  meta: RequestMeta
  transport: ModernTransport
}

function serveWith(server: DefinitionServer, event: H3Event, endpoint: Endpoint, { request, meta, transport }: ModernExchange): HttpAnswer | Promise<HttpAnswer> {
  const { id, method } = request
  return andThen(hintOfRequest(endpoint, request, server.view), (hint) => {
    const stamp: Stamp = { method, serverInfo: server.identity.info, hint }
    return andThen(answerDirectly(event, endpoint, request, server, stamp), (answer) => {
      if (answer || transport.isFinished) {
        return answer ?? transport.answer
      }
      const mayAsk = INPUT_METHODS.has(method)
      setExchange(event, {
        server,
        sessionId: undefined,
        relatedRequestId: id,
        extra: undefined,
        silentMethod: mayAsk ? undefined : method,
        rounds: mayAsk ? () => transport.rounds() : undefined,
      })
      server.connect(transport, sdk => describeClient(sdk, meta, () => transport.initialize()))
      transport.begin(stamp, createPostedRequest(event, endpoint))
      return transport.answer
    })
  })
}

/** How what a client brings from earlier rounds is read, and what it is to bring next time is written. */
function inputOf(event: H3Event, endpoint: Endpoint, { method, params = {} }: JSONRPCRequest) {
  const owner: StateOwner = { route: endpoint.route, method, params, subject: subjectOf(event, endpoint) }
  const secret = () => stateSecret(endpoint.config.stateSecret)
  return {
    open: (sealed: string) => openState(sealed, owner, secret()),
    seal: (state: RequestState) => sealState(state, owner, secret()),
  }
}

/** The answer to what the SDK's server does not know, or must not see. */
function answerDirectly(event: H3Event, endpoint: Endpoint, request: JSONRPCRequest, server: DefinitionServer, stamp: Stamp): HttpAnswer | Promise<HttpAnswer | undefined> | undefined {
  switch (request.method) {
    case 'server/discover': {
      const result = discover(withListenCapabilities(server.capabilities, endpoint.config.subscriptions), server.identity.instructions)
      return jsonAnswer(renderMessage({ jsonrpc: '2.0', id: request.id, result: stampResult(result, stamp) }))
    }
    case 'subscriptions/listen':
      return listen(event, request, { view: server.view, endpoint, identity: server.identity, subject: subjectOf(event, endpoint) })
    default:
      return checkUse(event, endpoint, request, server.view)
  }
}

function checkUse(event: H3Event, endpoint: Endpoint, request: JSONRPCRequest, view: DefinitionView): Promise<HttpAnswer | undefined> | undefined {
  const tool = request.method === 'tools/call' ? view.pools.tools.byKey.get(String(request.params?.name)) : undefined
  const repeated = tool ? paramHeadersOf(tool.entry()) : []
  return tool && repeated.length > 0
    ? checkRepeated(event, endpoint, request, view, { tool, repeated })
    : checkScopes(event, endpoint, view, [request], request.id)
}

async function checkRepeated(event: H3Event, endpoint: Endpoint, request: JSONRPCRequest, view: DefinitionView, { tool, repeated }: { tool: CompiledTool, repeated: readonly ParamHeader[] }): Promise<HttpAnswer | undefined> {
  // Nobody learns from an error what a tool is like that is hidden from them.
  const isVisible = await findVisible(view, view.pools.tools, tool.name)
  const mismatch = isVisible && findParamMismatch(repeated, request.params?.arguments, event.node.req.headers)
  return mismatch === undefined ? checkScopes(event, endpoint, view, [request], request.id) : headerMismatch(request.id, mismatch)
}
