import { type JSONRPCMessage, type JSONRPCRequest, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'
import type { PostedRequest } from '../http/request-info'
import { assertMayAsk } from '../elicitation/no-questions'
import { type ResponseMessage, isRequest, isResponse } from '../transport/messages'
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
  private onInitialized: (() => void) | undefined
  private initializeId: string | undefined

  constructor({ request, meta, input, acceptsStream, backlog, onFinished }: ModernTransportOptions) {
    super({ messages: [request], batch: false, acceptsStream, backlog, onFinished, statusOf: response => statusOfResponse(response, request.method) })
    this.request = request
    this.meta = meta
    this.input = input
  }

  /**
   * How the handler asks the client. Made when it is first asked for: most handlers never do.
   *
   * @throws {Error} where the protocol has no place for questions
   */
  rounds(): ModernInputRounds {
    const { input, meta: { capabilities } } = this
    if (!input) {
      throw new Error(`The client cannot be asked while \`${this.request.method}\` is answered.`)
    }
    return this.started ??= new ModernInputRounds({ ...input, capabilities, finish: outcome => this.endRound(outcome) })
  }

  /** Hands the request to the server, and stamps what it answers. */
  begin(stamp: Stamp, posted: PostedRequest): void {
    this.stamp = stamp
    this.deliver(posted)
  }

  /** Has the server handle an `initialize` request of this client, which nobody sees the answer to. */
  initialize(): Promise<void> {
    const { capabilities, clientInfo = { name: 'unknown', version: '0' } } = this.meta
    const id = crypto.randomUUID()
    this.initializeId = id
    return new Promise((resolve) => {
      this.onInitialized = resolve
      const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo }
      this.onmessage?.({ jsonrpc: '2.0', id, method: 'initialize', params })
    })
  }

  // Not asynchronous itself: most messages only pass through.
  override send(message: JSONRPCMessage): Promise<void> {
    if (isRequest(message)) {
      return this.ask(message)
    }
    return isResponse(message) || isWanted(message, this.meta) ? super.send(message) : Promise.resolve()
  }

  override respond(response: ResponseMessage): void {
    if (this.onInitialized && response.id === this.initializeId) {
      this.onInitialized()
    }
    else if (!this.started?.isAsking) {
      this.finish(response)
    }
  }

  private finish(response: ResponseMessage): void {
    if ('result' in response) {
      this.started?.close()
      super.respond({ jsonrpc: '2.0', id: response.id, result: stampResult(response.result, this.stamp) })
      return
    }
    const pages = this.input ? requiredUrls(response.error) : []
    if (pages.length > 0) {
      this.rounds().requirePages(pages)
      return
    }
    this.started?.close()
    super.respond({ jsonrpc: '2.0', id: response.id, error: toModernError(response.error) })
  }

  // What the client answered in an earlier round reaches the SDK as if it had just come.
  private async ask({ id, method, params }: JSONRPCRequest): Promise<void> {
    assertMayAsk()
    if (!this.input) {
      throw new Error(`The server cannot ask the client for \`${method}\` while it answers \`${this.request.method}\`.`)
    }
    const result = await this.rounds().ask({ method, params })
    this.onmessage?.({ jsonrpc: '2.0', id, result })
  }

  private endRound(outcome: RoundOutcome): void {
    const { id } = this.request
    super.respond('error' in outcome
      ? { jsonrpc: '2.0', id, error: outcome.error }
      : { jsonrpc: '2.0', id, result: stampQuestions(outcome, this.stamp) })
    // Not by closing, after which the SDK would give questions that are pending a reason of its own.
    this.abort(id, 'The client is asked for input')
  }
}
