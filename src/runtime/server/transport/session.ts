import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import { Pace } from './pace'
import { type JSONRPCMessage, type MessageExtraInfo, type RequestId, LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_REQUEST, SERVER_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer, sessionNotFound } from '../http/answer'
import { invalidParams } from '../register/params'
import { cancelRequestZero, enableCancellation } from '../session/cancellation'
import type { EventStore, StoredEvent } from '../session/event-store'
import type { ListeningAnswer, PostedAnswer, SessionNeighbours, SessionPost, SessionWire, StreamConnection, StreamPosition } from '../session/live-session'
import { processIn } from '../session/process-name'
import { STREAM_HEADERS } from './event-output'
import { cancelledRequest, errorResponse, isRequest, isResponse } from './messages'
import { type MessageStream, PostExchange } from './post-exchange'
import { concat, serializeMessage, toEventFrame } from './serialize'
import { StandaloneCopies } from './session-copies'
import { SessionStream, parseEventId, toEventId, toOpeningFrame } from './session-stream'

/** The first protocol version whose clients understand events without data. */
const FIRST_PRIMED_VERSION = '2025-11-25'
const STANDALONE = '-get'

interface RunningRequest {
  exchange: PostExchange
  /** What the SDK's handlers know the HTTP request by. */
  requestInfo: object | undefined
}

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

  readonly sessionId: string
  readonly copies: StandaloneCopies
  private readonly running = new Map<RequestId, RunningRequest>()
  /** Requests to the client that wait for an answer: their id on the wire, and the SDK's. */
  private readonly asked = new Map<string, RequestId>()
  private readonly streams = new Map<string, SessionStream>()
  private readonly standalone: SessionStream
  private readonly headers: Readonly<Record<string, string>>
  /** Requests that the server is to see again: their ids, and what to call when they are done. */
  private repeated: Map<RequestId, () => void> | undefined
  private posts = 0
  private readonly pace = new Pace({ isOver: () => this.closed })
  private closed = false

  constructor(private readonly options: SessionTransportOptions) {
    this.sessionId = options.sessionId
    this.headers = { 'mcp-session-id': options.sessionId }
    this.standalone = this.createStream(options.instance + STANDALONE)
    this.copies = new StandaloneCopies(this.standalone, options.neighbours, {
      answer: response => this.deliverResponse(response),
      cancel: notification => this.deliverCancellation(notification),
      repeat: request => this.repeat(request),
    })
  }

  async start(): Promise<void> {}

  post({ messages, batch, acceptsStream, extra, backlog }: SessionPost): PostedAnswer {
    let stream: SessionStream | undefined
    let isGone = false
    let onFinished = () => {}
    const finished = new Promise<void>((resolve) => {
      onFinished = resolve
    })
    const disconnect = () => {
      isGone = true
      stream?.disconnect()
    }
    const openStream = (): MessageStream => {
      stream = this.createStream(`${this.options.instance}-${++this.posts}`)
      const opened = this.trackStream(stream, backlog)
      if (isGone) {
        stream.disconnect()
      }
      return opened
    }
    const exchange: PostExchange = new PostExchange({
      messages,
      batch,
      openStream: acceptsStream ? openStream : undefined,
      prefersStream: true,
      headers: this.headers,
      onFinished: () => {
        this.forget(exchange)
        onFinished()
      },
    })
    this.run(messages, exchange, this.canResume ? { ...extra, ...this.createClosers(exchange, () => stream) } : extra)
    return { answer: exchange.answer, finished, disconnect }
  }

  async listen(connection: StreamConnection, lastEventId: string | undefined): Promise<ListeningAnswer> {
    if (this.closed) {
      return refuse(sessionNotFound())
    }
    const { events } = this.options
    if (!events || lastEventId === undefined) {
      return this.listenHere(connection)
    }
    const event = parseEventId(lastEventId)
    const stream = event && (event.stream === this.standalone.id ? this.standalone : this.streams.get(event.stream))
    // The names of streams begin with the session, so those of another session are not found here.
    if (event && stream && event.number <= stream.last) {
      return stream === this.standalone ? this.listenHere(connection, event.number) : this.attach(stream, connection, event.number)
    }
    if (event && !stream && event.stream.startsWith(`${this.sessionId}.`)) {
      const process = processIn(event.stream.slice(this.sessionId.length + 1))
      if (events.has(event.stream)) {
        return refuse(await this.replayFinished(events, event.stream, event.number))
      }
      if (process !== undefined && this.options.neighbours && !event.stream.startsWith(`${this.sessionId}.${this.options.instance}-`)) {
        return this.listenForeign(connection, event, process, { events, neighbours: this.options.neighbours })
      }
    }
    return refuse(rpcErrorAnswer(400, SERVER_ERROR, 'Bad Request: Unknown Last-Event-ID'))
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.closed) {
      throw new Error('The session has ended.')
    }
    if (isResponse(message)) {
      // Nobody waits for the response to a request that was cancelled.
      if (message.id !== undefined) {
        this.repeated?.get(message.id)?.()
        this.running.get(message.id)?.exchange.settle(message.id, message)
      }
      return
    }
    const outgoing = this.toWire(message)
    const related = options?.relatedRequestId
    const exchange = related === undefined ? undefined : this.running.get(related)?.exchange
    if (exchange?.push(outgoing)) {
      await this.pace.next()
      return
    }
    if (related !== undefined && !exchange && message.method === 'notifications/progress') {
      throw new Error('Progress was sent after the request had been answered.')
    }
    const json = serializeMessage(outgoing)
    const isSent = await this.copies.forward(json) || this.copies.write(json)
    if (!isSent && isRequest(outgoing)) {
      this.asked.delete(String(outgoing.id))
      throw new Error(`The client cannot be asked for \`${outgoing.method}\`: it has no stream open.`)
    }
  }

  closeStandalone(): void {
    this.standalone.disconnect()
  }

  async close(): Promise<void> {
    if (this.closed) {
      return
    }
    this.closed = true
    for (const { exchange } of [...this.running.values()]) {
      exchange.abandon(sessionNotFound())
    }
    this.standalone.end()
    for (const stream of this.streams.values()) {
      stream.disconnect()
    }
    this.asked.clear()
    this.repeated?.forEach(done => done())
    this.copies.close()
    this.onclose?.()
  }

  private get canResume(): boolean {
    return this.options.events !== undefined && this.options.protocolVersion >= FIRST_PRIMED_VERSION
  }

  private run(messages: readonly JSONRPCMessage[], exchange: PostExchange, extra: MessageExtraInfo): void {
    if (this.closed) {
      exchange.abandon(sessionNotFound())
      return
    }
    if (exchange.ids.some(id => this.running.has(id))) {
      // Its responses could not be told from those of the first.
      exchange.abandon(rpcErrorAnswer(400, INVALID_REQUEST, 'Invalid Request: A request with this id is still running'))
      return
    }
    for (const id of exchange.ids) {
      this.running.set(id, { exchange, requestInfo: extra.requestInfo })
    }
    if (extra.requestInfo && exchange.ids.includes(0)) {
      enableCancellation(extra.requestInfo)
    }
    for (const message of messages) {
      this.deliver(message, exchange, extra)
    }
    if (exchange.ids.length === 0) {
      exchange.finish()
    }
    else if (!exchange.isFinished) {
      // What is answered by then is sent in one piece.
      setTimeout(() => exchange.open())
    }
  }

  private deliver(message: JSONRPCMessage, exchange: PostExchange, extra: MessageExtraInfo): void {
    if (isResponse(message)) {
      this.deliverResponse(message, extra)
      return
    }
    const invalid = isRequest(message) ? invalidParams(message) : undefined
    if (invalid && isRequest(message)) {
      exchange.settle(message.id, errorResponse(message.id, invalid))
      return
    }
    this.onmessage?.(message, extra)
    const cancelled = cancelledRequest(message)
    if (cancelled !== undefined && this.running.has(cancelled)) {
      this.cancel(cancelled)
    }
    else if (cancelled !== undefined) {
      this.options.neighbours?.cancel(JSON.stringify(message))
    }
    if (isRequest(message) && message.method === 'logging/setLevel') {
      this.options.neighbours?.setLevel(String(message.params?.level))
    }
  }

  private deliverResponse(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    const incoming = isResponse(message) ? this.fromWire(message) : undefined
    if (incoming) {
      this.onmessage?.(incoming, extra)
    }
  }

  private deliverCancellation(message: JSONRPCMessage): void {
    const cancelled = cancelledRequest(message)
    if (cancelled !== undefined && this.running.has(cancelled)) {
      this.onmessage?.(message)
      this.cancel(cancelled)
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

  // The SDK has been told, and answers nothing: the stream of the request would stay open for ever.
  private cancel(id: RequestId): void {
    const request = this.running.get(id)
    if (id === 0 && request?.requestInfo && request.exchange.isPending(id)) {
      cancelRequestZero(request.requestInfo)
    }
    request?.exchange.settle(id, undefined)
  }

  private forget(exchange: PostExchange): void {
    for (const id of exchange.ids) {
      if (this.running.get(id)?.exchange === exchange) {
        this.running.delete(id)
      }
    }
  }

  private createClosers(exchange: PostExchange, streamOf: () => SessionStream | undefined): Pick<MessageExtraInfo, 'closeSSEStream' | 'closeStandaloneSSEStream'> {
    return {
      closeSSEStream: () => {
        exchange.open()
        streamOf()?.disconnect()
      },
      closeStandaloneSSEStream: () => this.closeStandalone(),
    }
  }

  // The SDK counts its requests from 0. On the wire they also name the process, which is the one that knows who waits
  // for the answer.
  private toWire<M extends JSONRPCMessage>(message: M): M {
    if (isRequest(message)) {
      const id = `${this.options.instance}:${message.id}`
      this.asked.set(id, message.id)
      return { ...message, id }
    }
    const cancelled = cancelledRequest(message)
    if (cancelled === undefined || !('params' in message)) {
      return message
    }
    const requestId = `${this.options.instance}:${cancelled}`
    this.asked.delete(requestId)
    return { ...message, params: { ...message.params, requestId } }
  }

  // Answers to what was never asked, and second answers, go no further.
  private fromWire<M extends JSONRPCMessage & { id?: RequestId }>(response: M): M | undefined {
    const wireId = String(response.id)
    const id = this.asked.get(wireId)
    this.asked.delete(wireId)
    return id === undefined ? undefined : { ...response, id }
  }

  private createStream(name: string): SessionStream {
    const { events, retry } = this.options
    return new SessionStream({ id: `${this.sessionId}.${name}`, events, primes: this.canResume, retry })
  }

  private trackStream(stream: SessionStream, backlog: () => number): MessageStream {
    this.streams.set(stream.id, stream)
    return {
      body: stream.connect({ backlog }).body,
      write: json => stream.write(json),
      end: () => {
        this.streams.delete(stream.id)
        stream.end()
      },
    }
  }

  private attach(stream: SessionStream, { backlog }: StreamConnection, after?: number): ListeningAnswer {
    let onClosed = () => {}
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve
    })
    const output = stream.connect({ backlog, onClosed }, after)
    return { answer: { status: 200, headers: { ...STREAM_HEADERS, ...this.headers }, body: output.body }, closed, disconnect: () => output.end() }
  }

  private listenHere(connection: StreamConnection, after?: number, resume?: StreamPosition): ListeningAnswer {
    const answer = this.attach(this.standalone, connection, after)
    this.copies.announce(resume)
    return answer
  }

  /** Goes on with a stream of another process, or of an earlier copy of the session in this one. */
  private async listenForeign(connection: StreamConnection, { stream, number }: StreamPosition, process: string, { events, neighbours }: { events: EventStore, neighbours: SessionNeighbours }): Promise<ListeningAnswer> {
    const { events: missed, ended } = await events.readForeign(stream, number)
    const last = missed.at(-1)?.number ?? number
    if (stream.endsWith(STANDALONE)) {
      const answer = this.listenHere(connection, undefined, { stream, number: last })
      for (const { json } of missed) {
        this.standalone.write(encoder.encode(json))
      }
      return answer
    }
    const isRunning = !ended && process !== processIn(this.options.instance) && await neighbours.has(process)
    if (missed.length === 0 && !isRunning) {
      return refuse({ status: 204 })
    }
    // A stream that still runs ends here too: the client comes back for the rest, and reads it from the store again.
    const opening = isRunning ? [toOpeningFrame(toEventId(stream, number), { primes: this.canResume, retry: this.options.retry })] : []
    return refuse(this.toReplay(stream, missed, opening))
  }

  private async replayFinished(events: EventStore, stream: string, after: number): Promise<HttpAnswer> {
    const missed = await events.read(stream, after)
    if (missed.length === 0) {
      // What tells an event source not to come back.
      return { status: 204 }
    }
    return this.toReplay(stream, missed)
  }

  private toReplay(stream: string, events: readonly StoredEvent[], opening: readonly Uint8Array[] = []): HttpAnswer {
    const frames = events.map(({ number, json }) => toEventFrame(encoder.encode(json), toEventId(stream, number)))
    return { status: 200, headers: { ...STREAM_HEADERS, ...this.headers }, body: concat([...opening, ...frames]) }
  }
}

const encoder = new TextEncoder()

/** The protocol version that the SDK settles on for what a client asks for. */
export function negotiateVersion(requested: unknown): string {
  return typeof requested === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION
}

function refuse(answer: HttpAnswer): ListeningAnswer {
  return { answer, closed: Promise.resolve(), disconnect: () => {} }
}
