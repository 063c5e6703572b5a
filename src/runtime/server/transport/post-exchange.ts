import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { type HttpAnswer, JSON_HEADERS } from '../http/answer'
import { STREAM_HEADERS } from './event-output'
import { isRequest } from './messages'
import type { RequestRun } from './request-run'
import { renderFrames, renderResponses, serializeMessage } from './serialize'

type Bytes = Uint8Array<ArrayBuffer>

/** An event stream that the answer to a POST has become. */
export interface MessageStream {
  readonly body: ReadableStream<Bytes>
  /** Sends the JSON of a message; false when nobody will ever get it. */
  write: (json: Bytes) => boolean
  end: () => void
}

/** Headers of answers with a body, for both forms that it can have. */
export interface AnswerHeaders {
  readonly json: Readonly<Record<string, string>>
  readonly stream: Readonly<Record<string, string>>
}

const HEADERS: AnswerHeaders = { json: JSON_HEADERS, stream: STREAM_HEADERS }

export interface PostExchangeOptions {
  messages: readonly JSONRPCMessage[]
  /** The body was an array, so a JSON answer is one. */
  batch: boolean
  /** Makes the answer an event stream. Absent when the client takes none. */
  openStream?: () => MessageStream
  /** Whether responses are sent as events too when nothing else is. */
  prefersStream?: boolean
  /** @default the headers of answers that belong to no session */
  headers?: AnswerHeaders
  /** HTTP status of a JSON answer with this response. @default 200 */
  statusOf?: (response: JSONRPCMessage) => number
  onFinished?: () => void
}

/**
 * What one POST asks for and what is sent in return: JSON when there are only responses, an event stream when there
 * is more, or when the client of a session can take one.
 */
export class PostExchange {
  /** The ids of its requests, in order. */
  readonly ids: readonly RequestId[]

  private readonly pending: Set<RequestId>
  /** Those of its requests that are not the SDK's to answer. */
  private readonly runs: RequestRun[] = []
  private readonly sent: JSONRPCMessage[] = []
  private stream: MessageStream | undefined
  private answered: HttpAnswer | undefined
  private awaited: { promise: Promise<HttpAnswer>, resolve: (answer: HttpAnswer) => void } | undefined
  private finished = false

  constructor(private readonly options: PostExchangeOptions) {
    this.ids = options.messages.filter(isRequest).map(request => request.id)
    this.pending = new Set(this.ids)
  }

  /** The answer: at once when its status and headers are known, or as soon as they are. */
  get answer(): HttpAnswer | Promise<HttpAnswer> {
    return this.answered ?? (this.awaited ??= createAwaited()).promise
  }

  get isFinished(): boolean {
    return this.finished
  }

  /** Has one of its requests answered. */
  start(run: RequestRun): void {
    this.runs.push(run)
    if (this.options.batch) {
      // As late as the SDK's server begins, so that no request overtakes one that stands before it and is the SDK's.
      void Promise.resolve().then(() => {}).then(() => run.start())
    }
    else {
      run.start()
    }
  }

  /** Ends a request that nobody waits for any more: its handler sees its signal abort, and nothing is answered. */
  cancel(id: RequestId, reason: unknown): void {
    if (this.pending.has(id)) {
      this.abort(id, reason)
      this.settle(id, undefined)
    }
  }

  /** Aborts the signal of a request's handler, whose answer then goes nowhere. */
  abort(id: RequestId, reason?: unknown): void {
    this.runs.find(run => run.id === id)?.abort(reason)
  }

  /** Ends the answer as it is, because the client is gone: running handlers see their signal abort. */
  leave(): void {
    this.abortPending()
    this.finish()
  }

  /**
   * Sends what is no response on this answer; false when it has no place there.
   *
   * @throws {TypeError} when it has no JSON form
   */
  push(message: JSONRPCMessage): boolean {
    if (this.finished || !this.options.openStream) {
      return false
    }
    const json = serializeMessage(message)
    if (!this.stream && this.options.prefersStream) {
      this.sent.push(message)
      return true
    }
    return this.openStream(this.options.openStream).write(json)
  }

  /** Answers a request, or without a response lets it go unanswered. The last one ends the answer. */
  settle(id: RequestId | undefined, response: JSONRPCMessage | undefined): void {
    if (id === undefined || this.finished || !this.pending.delete(id)) {
      return
    }
    if (response && this.stream) {
      this.stream.write(serializeMessage(response))
    }
    else if (response) {
      this.sent.push(response)
    }
    if (this.pending.size === 0) {
      this.finish()
    }
  }

  /** Sends the headers now, if the answer is to be a stream and is not complete. */
  open(): void {
    if (!this.finished && this.options.openStream) {
      this.openStream(this.options.openStream)
    }
  }

  /** Ends the answer as it is. */
  finish(): void {
    this.end(undefined)
  }

  /** Ends the answer because nothing more can come; one that has not begun is this one instead. */
  abandon(answer: HttpAnswer): void {
    this.abortPending()
    this.end(answer)
  }

  private abortPending(): void {
    for (const run of this.runs) {
      if (this.pending.has(run.id)) {
        run.abort()
      }
    }
  }

  private resolve(answer: HttpAnswer): void {
    this.answered = answer
    this.awaited?.resolve(answer)
  }

  private end(answer: HttpAnswer | undefined): void {
    if (this.finished) {
      return
    }
    this.finished = true
    this.pending.clear()
    if (this.stream) {
      this.stream.end()
    }
    else {
      this.resolve(answer ?? this.completeAnswer())
    }
    this.options.onFinished?.()
  }

  private openStream(create: () => MessageStream): MessageStream {
    if (!this.stream) {
      this.stream = create()
      for (const message of this.sent.splice(0)) {
        this.stream.write(serializeMessage(message))
      }
      this.resolve({ status: 200, headers: this.headers.stream, body: this.stream.body })
    }
    return this.stream
  }

  private completeAnswer(): HttpAnswer {
    const { batch, prefersStream, openStream, statusOf } = this.options
    if (this.sent.length === 0) {
      return { status: 202 }
    }
    if (prefersStream && openStream) {
      // Complete as it is, so there is nothing to resume and no event needs an id.
      return { status: 200, headers: this.headers.stream, body: renderFrames(this.sent) }
    }
    const responses = this.inOrder(this.sent)
    const [first] = responses
    return { status: (first && statusOf?.(first)) ?? 200, headers: this.headers.json, body: renderResponses(responses, batch) }
  }

  private get headers(): AnswerHeaders {
    return this.options.headers ?? HEADERS
  }

  /** The responses in the order of their requests. Nothing else is kept for a JSON answer. */
  private inOrder(messages: readonly JSONRPCMessage[]): readonly JSONRPCMessage[] {
    if (messages.length < 2) {
      return messages
    }
    const byId = new Map(messages.map(message => ['id' in message ? message.id : undefined, message]))
    return this.ids.flatMap(id => byId.get(id) ?? [])
  }
}

function createAwaited() {
  let resolve!: (answer: HttpAnswer) => void
  const promise = new Promise<HttpAnswer>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
