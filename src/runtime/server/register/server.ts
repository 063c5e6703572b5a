import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Implementation, JSONRPCRequest, Result, ServerCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { lazy } from '../../shared/lazy'
import { eventOfRequest } from '../http/request-info'
import { signalOfRequestZero } from '../session/cancellation'
import { type SdkServer, exchangeOf } from '../session/exchange'
import { attachMcpServer } from './attach-mcp-server'
import { hasCompletions } from './completion'
import { dispatch } from './dispatch'
import { validator } from './json-schema-validator'
import { LateHandlers, type SdkExtra } from './late-handlers'
import { type ListKind, LiveDefinitions } from '../session/live-definitions'
import { withinLimit } from './time-limit'
import type { DefinitionView } from './view'

/** What `initialize` tells about an endpoint. */
export interface ServerIdentity {
  readonly info: Implementation
  readonly instructions?: string
}

/** An SDK server that answers from definitions, and what application code can do with it. */
export interface DefinitionServer {
  readonly server: SdkServer
  readonly identity: ServerIdentity
  readonly capabilities: ServerCapabilities
  /** What it answers from at this moment. */
  readonly view: () => DefinitionView
  /** The high-level class in front of it. Made when it is first asked for: most requests never do. */
  readonly mcp: () => McpServer
  /** The definitions as they are now. */
  readonly live: () => LiveDefinitions
}

export interface DefinitionServerOptions {
  /** Called after the application changed a list while the server runs. */
  onListChanged?: (list: ListKind) => void
  /** Whether clients are told of changed lists. */
  listChanged: boolean
  /** Milliseconds that answering one request may take; `0` for any time. @default 0 */
  requestTimeout?: number
}

const views = new WeakMap<SdkServer, () => DefinitionView>()

/** What a server answers from at this moment; `undefined` for servers that were not made here. */
export function viewOf(server: SdkServer): DefinitionView | undefined {
  return views.get(server)?.()
}

/** The server of one request, or of one session. */
export function createDefinitionServer(identity: ServerIdentity, initial: DefinitionView, options: DefinitionServerOptions): DefinitionServer {
  const capabilities = capabilitiesOf(initial, options.listChanged)
  const server: SdkServer = new Server(identity.info, {
    capabilities,
    instructions: identity.instructions,
    jsonSchemaValidator: validator,
  })
  let touched: LiveDefinitions | undefined
  const late = new LateHandlers()
  const live = () => touched ??= new LiveDefinitions(initial.pools, list => options.onListChanged?.(list))
  const mcp = lazy(() => attachMcpServer(identity.info, server, live(), late))
  const currentView = (): DefinitionView => touched ? { ...initial, pools: touched.pools, live: touched } : initial
  views.set(server, currentView)
  server.fallbackRequestHandler = (request, given) => withinLimit(options.requestTimeout ?? 0, given, (extra) => {
    const view = currentView()
    return late.answer(request, extra, view, () => answer(view, request, extra))
  })
  return { server, identity, capabilities, view: currentView, mcp, live }
}

function answer(view: DefinitionView, request: JSONRPCRequest, given: SdkExtra): Promise<Result> {
  const extra = withOwnSignal(given)
  const event = eventOfRequest(extra.requestInfo)
  const exchange = exchangeOf(event)
  if (exchange) {
    exchange.extra = extra
  }
  return dispatch(view, request, extra, event)
}

/** The capabilities of an endpoint. Without sessions nothing can change while the client looks, so nothing is promised. */
function capabilitiesOf({ pools, subscriptions }: DefinitionView, listChanged: boolean): ServerCapabilities {
  const list = listChanged ? { listChanged: true } : {}
  return {
    logging: {},
    tools: list,
    resources: subscriptions ? { ...list, subscribe: true } : list,
    prompts: list,
    ...(hasCompletions(pools) ? { completions: {} } : {}),
  }
}

// The SDK never aborts the signal of a request with the id 0, so that one gets the transport's.
function withOwnSignal(extra: SdkExtra): SdkExtra {
  const signal = extra.requestId === 0 ? signalOfRequestZero(extra.requestInfo) : undefined
  return signal ? { ...extra, signal: AbortSignal.any([extra.signal, signal]) } : extra
}
