import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { HttpAnswer } from '../http/answer'
import type { PostedRequest } from '../http/request-info'
import { invalidParams } from '../register/params'
import { EventOutput } from './event-output'
import { type ResponseMessage, cancelledRequest, errorResponse, isRequest, isResponse } from './messages'
import { type RequestAnswerer, type RequestOrigin, RequestRun, toMessageExtra } from './request-run'
import { type MessageStream, PostExchange } from './post-exchange'
import { Pace } from './pace'
import { toEventFrame } from './serialize'

export interface StatelessTransportOptions {
  messages: readonly JSONRPCMessage[]
  /** The body was an array, so the answer is one. */
  batch: boolean
  /** Whether the client takes an event stream; without, notifications have no way to it and are dropped. */
  acceptsStream: boolean
  /** Bytes that the client has not taken yet. */
  backlog?: () => number
  /** HTTP status of a JSON answer with this response. @default 200 */
  statusOf?: (response: JSONRPCMessage) => number
  /** Called once all requests have been answered or cancelled, or the client is gone. */
  onFinished?: () => void
}

/** Carries the messages of one POST to an SDK server, and its responses and notifications back. */
export class StatelessTransport implements Transport, RequestOrigin {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  answerer?: RequestAnswerer
  readonly sessionId = undefined

  private readonly exchange: PostExchange
  private pace: Pace | undefined

  constructor(private readonly options: StatelessTransportOptions) {
    const { messages, batch, acceptsStream, statusOf, onFinished } = options
    this.exchange = new PostExchange({ messages, batch, statusOf, onFinished, openStream: acceptsStream ? () => this.openStream() : undefined })
  }

  /** The answer: at once when its status and headers are known, or as soon as they are. */
  get answer(): HttpAnswer | Promise<HttpAnswer> {
    return this.exchange.answer
  }

  get isFinished(): boolean {
    return this.exchange.isFinished
  }

  async start(): Promise<void> {}

  /** Hands the POST's messages to the server. */
  deliver(posted: PostedRequest): void {
    for (const message of this.options.messages) {
      if (isRequest(message)) {
        this.run(message, posted)
      }
      else if (!isResponse(message)) {
        this.onmessage?.(message)
        const cancelled = cancelledRequest(message)
        if (cancelled !== undefined) {
          this.exchange.cancel(cancelled, message.params?.reason)
        }
      }
      // Nothing was asked, so a response answers nothing; the SDK would complain at a length that the client chooses.
    }
    if (this.exchange.ids.length === 0) {
      this.exchange.finish()
    }
  }

  /** Aborts the signal of a request's handler, whose answer then goes nowhere. */
  protected abort(id: RequestId, reason: unknown): void {
    this.exchange.abort(id, reason)
  }

  private run(request: JSONRPCRequest, posted: PostedRequest): void {
    const { answerer, exchange } = this
    const invalid = invalidParams(request)
    if (invalid) {
      exchange.settle(request.id, errorResponse(request.id, invalid))
    }
    else if (answerer?.answers(request.method)) {
      exchange.start(new RequestRun(answerer, request, posted, this))
    }
    else {
      answerer?.connectSdk()
      this.onmessage?.(request, toMessageExtra(posted))
    }
  }

  /** Takes the response to one of the POST's requests. */
  respond(response: ResponseMessage): void {
    this.exchange.settle(response.id, response)
  }

  async send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    if (isResponse(message)) {
      this.respond(message)
    }
    else if (isRequest(message)) {
      throw new Error(`The server cannot ask the client for \`${message.method}\` without sessions: its answer would arrive in another request.`)
    }
    else if (this.exchange.isFinished) {
      throw new Error(`\`${message.method}\` was sent after the request had been answered.`)
    }
    else {
      this.exchange.push(message)
      this.pace ??= new Pace({ backlog: this.options.backlog, isOver: () => this.exchange.isFinished })
      await this.pace.next()
    }
  }

  /** Ends the exchange because the client is gone: running handlers see their signal abort. */
  async close(): Promise<void> {
    if (!this.exchange.isFinished) {
      this.exchange.leave()
      this.onclose?.()
    }
  }

  private openStream(): MessageStream {
    const output = new EventOutput({ onClosed: () => this.close() })
    return { body: output.body, write: json => output.write(toEventFrame(json)), end: () => output.end() }
  }
}
