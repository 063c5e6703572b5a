import { type JSONRPCMessage, type JSONRPCRequest, type JSONRPCResponse, LATEST_PROTOCOL_VERSION, type MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js'
import { lazy } from '../../shared/lazy'
import { assertMayAsk } from '../elicitation/no-questions'
import { cancelRequestZero, enableCancellation } from '../session/cancellation'
import { isRequest, isResponse } from '../transport/messages'
import { StatelessTransport, type StatelessTransportOptions } from '../transport/stateless'
import { statusOfResponse, toModernError } from './handler-error'
import { ModernInputRounds, type ModernInputRoundsOptions, type RoundOutcome } from './input-rounds'
import type { RequestMeta } from './meta'
import { isWanted } from './notifications'
import { requiredUrls } from './required-urls'
import { type Stamp, stampQuestions, stampResult } from './results'

export interface ModernTransportOptions extends Omit<StatelessTransportOptions, 'messages' | 'batch' | 'statusOf'> {
  request: JSONRPCRequest
  meta: RequestMeta
  /** For a request whose handler may ask the client. */
  input?: Omit<ModernInputRoundsOptions, 'capabilities' | 'finish'>
}

/** Carries one modern request to an SDK server of its own, and what becomes of it back. */
export class ModernTransport extends StatelessTransport {
  private readonly input: ModernTransportOptions['input']
  private started: ModernInputRounds | undefined
  private readonly request: JSONRPCRequest
  private readonly meta: RequestMeta
  private stamp!: Stamp
  private requestInfo: MessageExtraInfo['requestInfo']
  private onInitialized: (() => void) | undefined
  private readonly initializeId = lazy(() => crypto.randomUUID())

  constructor({ request, meta, input, ...options }: ModernTransportOptions) {
    super({ ...options, messages: [request], batch: false, statusOf: response => statusOfResponse(response, request.method) })
    this.request = request
    this.meta = meta
    this.input = input
  }

  /** How the handler asks the client; `undefined` where the protocol has no place for questions. Most handlers never do. */
  get rounds(): ModernInputRounds | undefined {
    return this.input && (this.started ??= new ModernInputRounds({ ...this.input, capabilities: this.meta.capabilities, finish: outcome => this.endRound(outcome) }))
  }

  /** Hands the request to the server, and stamps what it answers. */
  begin(stamp: Stamp, extra: MessageExtraInfo): void {
    this.stamp = stamp
    this.requestInfo = extra.requestInfo
    if (this.request.id === 0 && extra.requestInfo) {
      enableCancellation(extra.requestInfo)
    }
    this.deliver(extra)
  }

  /** Has the server handle an `initialize` request of this client, which nobody sees the answer to. */
  initialize(): Promise<void> {
    const { capabilities, clientInfo = { name: 'unknown', version: '0' } } = this.meta
    return new Promise((resolve) => {
      this.onInitialized = resolve
      const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo }
      this.onmessage?.({ jsonrpc: '2.0', id: this.initializeId(), method: 'initialize', params })
    })
  }

  // Not asynchronous itself: most messages only pass through.
  override send(message: JSONRPCMessage): Promise<void> {
    if (isResponse(message)) {
      return this.respond(message)
    }
    if (isRequest(message)) {
      return this.ask(message)
    }
    return isWanted(message, this.meta) ? super.send(message) : Promise.resolve()
  }

  private respond(response: JSONRPCResponse): Promise<void> {
    if (this.onInitialized && response.id === this.initializeId()) {
      this.onInitialized()
      return Promise.resolve()
    }
    if (this.started?.isAsking) {
      return Promise.resolve()
    }
    if ('result' in response) {
      this.started?.close()
      return super.send({ ...response, result: stampResult(response.result, this.stamp) })
    }
    const pages = requiredUrls(response.error)
    if (this.rounds && pages.length > 0) {
      this.rounds.requirePages(pages)
      return Promise.resolve()
    }
    this.started?.close()
    return super.send({ ...response, error: toModernError(response.error) })
  }

  // What the client answered in an earlier round reaches the SDK as if it had just come.
  private async ask({ id, method, params }: JSONRPCRequest): Promise<void> {
    assertMayAsk()
    if (!this.rounds) {
      throw new Error(`The server cannot ask the client for \`${method}\` while it answers \`${this.request.method}\`.`)
    }
    const result = await this.rounds.ask({ method, params })
    this.onmessage?.({ jsonrpc: '2.0', id, result })
  }

  private async endRound(outcome: RoundOutcome): Promise<void> {
    const { id } = this.request
    await super.send('error' in outcome
      ? { jsonrpc: '2.0', id, error: outcome.error }
      : { jsonrpc: '2.0', id, result: stampQuestions(outcome, this.stamp) })
    this.cancelHandler()
  }

  // Not by closing, after which the SDK would give questions that are pending a reason of its own.
  private cancelHandler(): void {
    const { id } = this.request
    if (id === 0 && this.requestInfo) {
      cancelRequestZero(this.requestInfo)
    }
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'The client is asked for input' } })
  }
}
