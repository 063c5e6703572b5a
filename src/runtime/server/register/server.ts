import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type Implementation, type JSONRPCRequest, LATEST_PROTOCOL_VERSION, type Result, type ServerCapabilities, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { eventOfRequest } from '../http/request-info'
import { type ExchangeServer, type SdkExtra, type SdkServer, exchangeOf } from '../session/exchange'
import { attachMcpServer } from './attach-mcp-server'
import { hasCompletions } from './completion'
import { DEFINITION_METHODS, dispatch } from './dispatch'
import { validator } from './json-schema-validator'
import { LateHandlers } from './late-handlers'
import { type ListKind, LiveDefinitions } from '../session/live-definitions'
import type { RequestAnswerer } from '../transport/request-run'
import { withinLimit } from './time-limit'
import type { DefinitionView } from './view'

/** What `initialize` tells about an endpoint. */
export interface ServerIdentity {
  readonly info: Implementation
  readonly instructions?: string
}

export interface DefinitionServerOptions {
  /** Called after the application changed a list while the server runs. */
  onListChanged?: (list: ListKind) => void
  /** Whether clients are told of changed lists. */
  listChanged: boolean
  /** Milliseconds that answering one request may take; `0` for any time. @default 0 */
  requestTimeout?: number
}

/** A transport whose requests can be answered without the SDK. */
export interface AnsweredTransport extends Transport {
  answerer?: RequestAnswerer
}

/**
 * The server of one request, or of one session: it answers from definitions, and makes an SDK server for what only that
 * can do, which most requests never need.
 */
export class DefinitionServer implements RequestAnswerer, ExchangeServer {
  private made: SdkServer | undefined
  private madeMcp: McpServer | undefined
  private touched: LiveDefinitions | undefined
  private late: LateHandlers | undefined
  private transport: AnsweredTransport | undefined
  private prepare: ((server: SdkServer) => void) | undefined

  constructor(readonly identity: ServerIdentity, private readonly initial: DefinitionView, private readonly options: DefinitionServerOptions) {}

  /** What it answers from at this moment. */
  get view(): DefinitionView {
    const { touched, initial: { allowedTools, subscriptions, missingIsError, isEnabled } } = this
    return touched ? { pools: touched.pools, live: touched, allowedTools, subscriptions, missingIsError, isEnabled } : this.initial
  }

  /** The capabilities of the endpoint. Without sessions nothing can change while the client looks, so nothing is promised. */
  get capabilities(): ServerCapabilities {
    const { initial: { pools, subscriptions }, options: { listChanged } } = this
    const list = listChanged ? { listChanged: true } : {}
    return {
      logging: {},
      tools: list,
      resources: subscriptions ? { subscribe: true, ...list } : list,
      prompts: list,
      ...(hasCompletions(pools) ? { completions: {} } : {}),
    }
  }

  get live(): LiveDefinitions {
    return this.touched ??= new LiveDefinitions(this.initial.pools, list => this.options.onListChanged?.(list))
  }

  get sdk(): SdkServer {
    if (!this.made) {
      const { identity: { info, instructions }, capabilities } = this
      this.made = new Server(info, { capabilities, instructions, jsonSchemaValidator: validator })
      this.made.fallbackRequestHandler = async (request, extra) => this.answer(request, extra, eventOfRequest(extra.requestInfo))
      this.join(this.made)
    }
    return this.made
  }

  connectSdk(): void {
    void this.sdk
  }

  get mcp(): McpServer {
    this.late ??= new LateHandlers()
    return this.madeMcp ??= attachMcpServer(this.identity.info, this.sdk, this.live, this.late)
  }

  /**
   * Answers what a transport brings from now on.
   *
   * @param prepare called with the SDK's server, if it is ever made
   */
  connect(transport: AnsweredTransport, prepare?: (server: SdkServer) => void): void {
    transport.answerer = this
    this.transport = transport
    this.prepare = prepare
    if (this.made) {
      this.join(this.made)
    }
  }

  answers(method: string): boolean {
    return DEFINITION_METHODS.has(method) || (!this.made && (method === 'initialize' || method === 'ping'))
  }

  answer(request: JSONRPCRequest, extra: SdkExtra, event: H3Event): Result | Promise<Result> {
    const { requestTimeout = 0 } = this.options
    return requestTimeout > 0
      ? withinLimit(requestTimeout, extra, async limited => this.answerNow(request, limited, event))
      : this.answerNow(request, extra, event)
  }

  private answerNow(request: JSONRPCRequest, extra: SdkExtra, event: H3Event): Result | Promise<Result> {
    switch (request.method) {
      case 'ping':
        return {}
      case 'initialize':
        return this.initialize(request)
    }
    const exchange = exchangeOf(event)
    if (exchange) {
      exchange.extra = extra
    }
    const { view, late } = this
    return late
      ? late.answer(request, extra, view, () => dispatch(view, request, extra, event))
      : dispatch(view, request, extra, event)
  }

  /** Answers a client that nobody asks anything about later; the SDK's server would remember it. */
  private initialize({ params }: JSONRPCRequest): Result {
    const { identity: { info, instructions }, capabilities } = this
    return { protocolVersion: negotiateVersion(params?.protocolVersion), capabilities, serverInfo: info, ...(instructions && { instructions }) }
  }

  // Complete before it first waits: the transports have nothing to start.
  private join(server: SdkServer): void {
    if (this.transport) {
      this.prepare?.(server)
      void server.connect(this.transport)
    }
  }
}

/** What a server answers from at this moment; `undefined` for servers that were not made here. */
export function viewOf(server: ExchangeServer): DefinitionView | undefined {
  return server instanceof DefinitionServer ? server.view : undefined
}

/** The protocol version that the SDK settles on for what a client asks for. */
export function negotiateVersion(requested: unknown): string {
  return typeof requested === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION
}
