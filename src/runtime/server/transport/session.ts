import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import { JSON_HEADERS, rpcErrorAnswer, sessionNotFound } from '../http/answer'
import type { PostedRequest } from '../http/request-info'
import { assertMayAsk } from '../elicitation/no-questions'
import { invalidParams } from '../register/params'
import type { EventStore } from '../session/event-store'
import type { ListeningAnswer, PostedAnswer, SessionNeighbours, SessionPost, SessionWire, StreamConnection } from '../session/live-session'
import { AskedRequests } from './asked-requests'
import { type ResponseMessage, cancelledRequest, errorResponse, isRequest, isResponse } from './messages'
import { Pace } from './pace'
import { STREAM_HEADERS } from './event-output'
import { type AnswerHeaders, PostExchange } from './post-exchange'
import { PostStream } from './post-stream'
import { type RequestAnswerer, type RequestOrigin, RequestRun, type StreamClosers, toMessageExtra } from './request-run'
import { RunningRequests } from './running-requests'
import { serializeMessage } from './serialize'
import { StandaloneCopies } from './session-copies'
import { SessionStreams, answerOnly } from './session-streams'

/** The first protocol version whose clients understand events without data. */
const FIRST_PRIMED_VERSION = '2025-11-25'

export interface SessionTransportOptions {
  sessionId: string
  /** Names this process, and its copy of the session, in the ids of requests to the client and of events. */
  instance: string
  /** The version that `initialize` settled on. */
  protocolVersion: string
  events: EventStore | undefined
  /** Milliseconds after which a client that lost a stream should come back. */
  retry: number
  /** The session's copies in other processes; absent when there can be none. */
  neighbours?: SessionNeighbours
}

/**
 * Connects the SDK server of a session with all HTTP requests of the session: each POST has an answer of its own, and
 * one GET stream carries what belongs to none of them.
 */
export class SessionTransport implements Transport, SessionWire {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  answerer?: RequestAnswerer

  readonly sessionId: string
  readonly copies: StandaloneCopies
  private readonly headers: AnswerHeaders
  private readonly origin: RequestOrigin
  private readonly streams: SessionStreams
  private readonly running = new RunningRequests()
  private readonly asked: AskedRequests
  /** Requests that the server is to see again: their ids, and what to call when they are done. */
  private repeated: Map<RequestId, () => void> | undefined
  private readonly pace = new Pace({ isOver: () => this.closed })
  private closed = false

  constructor(private readonly options: SessionTransportOptions) {
    const { sessionId, instance, events, retry, neighbours } = options
    this.sessionId = sessionId
    // Made once: V8 makes a shape of its own for each object that begins with the fields of another.
    this.headers = { json: { ...JSON_HEADERS, 'mcp-session-id': sessionId }, stream: { ...STREAM_HEADERS, 'mcp-session-id': sessionId } }
    this.origin = { sessionId, respond: response => this.running.settle(response) }
    this.asked = new AskedRequests(instance)
    this.streams = new SessionStreams({ sessionId, instance, events, retry, neighbours, primes: this.canResume, headers: this.headers.stream, onListening: resume => this.copies.announce(resume) })
    this.copies = new StandaloneCopies(this.streams.standalone, neighbours, {
      answer: response => this.deliverResponse(response),
      cancel: notification => this.deliverCancellation(notification),
      repeat: request => this.repeat(request),
    })
  }

  async start(): Promise<void> {}

  post({ messages, batch, acceptsStream, posted, backlog, onFinished }: SessionPost): PostedAnswer {
    const stream = new PostStream(this.streams, { backlog })
    const exchange: PostExchange = new PostExchange({
      messages,
      batch,
      openStream: acceptsStream ? () => stream.open() : undefined,
      prefersStream: true,
      headers: this.headers,
      onFinished: () => {
        this.running.finish(exchange)
        onFinished()
      },
    })
    this.run(messages, exchange, posted, this.canResume ? { sessionId: this.sessionId, respond: this.origin.respond, closers: this.createClosers(exchange, stream) } : this.origin)
    return { answer: exchange.answer, disconnect: () => stream.disconnect() }
  }

  async listen(connection: StreamConnection, lastEventId: string | undefined): Promise<ListeningAnswer> {
    return this.closed ? answerOnly(sessionNotFound()) : this.streams.listen(connection, lastEventId)
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.closed) {
      throw new Error('The session has ended.')
    }
    if (isResponse(message)) {
      if (message.id !== undefined) {
        this.repeated?.get(message.id)?.()
        this.running.settle(message)
      }
      return
    }
    if (isRequest(message)) {
      assertMayAsk()
    }
    const outgoing = this.asked.toWire(message)
    try {
      await this.transmit(outgoing, options?.relatedRequestId)
    }
    catch (error) {
      if (isRequest(outgoing)) {
        this.asked.forget(outgoing)
      }
      throw error
    }
  }

  /** Sends what is no response on the stream of the POST that it belongs to, or else on the GET stream. */
  private async transmit(message: Exclude<JSONRPCMessage, ResponseMessage>, related: RequestId | undefined): Promise<void> {
    const exchange = this.running.exchangeOf(related)
    if (exchange?.push(message)) {
      await this.pace.next()
      return
    }
    if (related !== undefined && !exchange && message.method === 'notifications/progress') {
      throw new Error('Progress was sent after the request had been answered.')
    }
    const json = serializeMessage(message)
    const isSent = await this.copies.forward(json) || this.copies.write(json)
    if (!isSent && isRequest(message)) {
      throw new Error(`The client cannot be asked for \`${message.method}\`: it has no stream open.`)
    }
  }

  closeStandalone(): void {
    this.streams.standalone.disconnect()
  }

  async close(): Promise<void> {
    if (this.closed) {
      return
    }
    this.closed = true
    this.running.abandon(sessionNotFound())
    this.streams.close()
    this.asked.clear()
    this.repeated?.forEach(done => done())
    this.copies.close()
    this.onclose?.()
  }

  private get canResume(): boolean {
    return this.options.events !== undefined && this.options.protocolVersion >= FIRST_PRIMED_VERSION
  }

  private run(messages: readonly JSONRPCMessage[], exchange: PostExchange, posted: PostedRequest, origin: RequestOrigin): void {
    if (this.closed) {
      exchange.abandon(sessionNotFound())
      return
    }
    if (!this.running.start(exchange)) {
      // Its responses could not be told from those of the first.
      exchange.abandon(rpcErrorAnswer(400, INVALID_REQUEST, 'Invalid Request: A request with this id is still running'))
      return
    }
    for (const message of messages) {
      this.deliver(message, exchange, posted, origin)
    }
    if (exchange.ids.length === 0) {
      exchange.finish()
    }
    else if (!exchange.isFinished) {
      // What is answered by then is sent in one piece.
      setTimeout(() => exchange.open())
    }
  }

  private deliver(message: JSONRPCMessage, exchange: PostExchange, posted: PostedRequest, origin: RequestOrigin): void {
    if (isResponse(message)) {
      this.deliverResponse(message)
      return
    }
    if (isRequest(message)) {
      this.begin(message, exchange, posted, origin)
      return
    }
    this.onmessage?.(message)
    const cancelled = cancelledRequest(message)
    if (cancelled !== undefined && this.running.has(cancelled)) {
      this.running.cancel(cancelled, message.params?.reason)
    }
    else if (cancelled !== undefined) {
      this.options.neighbours?.cancel(JSON.stringify(message))
    }
  }

  private begin(request: JSONRPCRequest, exchange: PostExchange, posted: PostedRequest, origin: RequestOrigin): void {
    const { answerer } = this
    const { id, method, params } = request
    const invalid = invalidParams(request)
    if (invalid) {
      exchange.settle(id, errorResponse(id, invalid))
    }
    else if (answerer?.answers(method)) {
      exchange.start(new RequestRun(answerer, request, posted, origin))
    }
    else {
      this.onmessage?.(request, toMessageExtra(posted, origin.closers))
      if (method === 'logging/setLevel') {
        this.options.neighbours?.setLevel(String(params?.level))
      }
    }
  }

  private deliverResponse(message: JSONRPCMessage): void {
    const incoming = isResponse(message) ? this.asked.fromWire(message) : undefined
    if (incoming) {
      this.onmessage?.(incoming)
    }
  }

  private deliverCancellation(message: JSONRPCMessage): void {
    const cancelled = cancelledRequest(message)
    if (cancelled !== undefined && this.running.has(cancelled)) {
      this.onmessage?.(message)
      this.running.cancel(cancelled, 'params' in message ? message.params?.reason : undefined)
    }
  }

  private async repeat(request: { method: string, params?: Record<string, unknown> }): Promise<void> {
    if (this.closed) {
      return
    }
    const id = crypto.randomUUID()
    await new Promise<void>((resolve) => {
      this.repeated = (this.repeated ?? new Map()).set(id, resolve)
      this.onmessage?.({ jsonrpc: '2.0', id, ...request })
    })
    this.repeated?.delete(id)
  }

  private createClosers(exchange: PostExchange, stream: PostStream): StreamClosers {
    return {
      closeSSEStream: () => {
        exchange.open()
        stream.disconnect()
      },
      closeStandaloneSSEStream: () => this.closeStandalone(),
    }
  }
}
