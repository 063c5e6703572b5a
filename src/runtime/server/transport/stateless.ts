import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { type HttpAnswer, jsonAnswer } from '../http/answer'
import { invalidParams } from '../register/params'
import { isRequest } from './messages'
import { joinResponses, serializeMessage, toEventFrame } from './serialize'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'connection': 'keep-alive',
  'x-accel-buffering': 'no',
}

type ResponseMessage = Extract<JSONRPCMessage, { id?: unknown } & ({ result: unknown } | { error: unknown })>

export interface StatelessTransportOptions {
  messages: readonly JSONRPCMessage[]
  /** The body was an array, so the answer is one. */
  batch: boolean
  /** Whether the client takes an event stream; without, notifications have no way to it and are dropped. */
  acceptsStream: boolean
}

/**
 * Carries the messages of one POST to an SDK server and collects its responses. The answer is JSON, unless the
 * handlers notify before they finish: then it becomes an event stream.
 */
export class StatelessTransport implements Transport {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  onclose?: () => void
  onerror?: (error: Error) => void

  private readonly pending: Set<RequestId>
  private readonly order: RequestId[]
  private readonly responses = new Map<RequestId, JSONRPCMessage>()
  private stream?: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  private resolve!: (answer: HttpAnswer) => void
  private closed = false

  /** Settles when the status and headers of the answer are known. */
  readonly answer: Promise<HttpAnswer>

  constructor(private readonly options: StatelessTransportOptions) {
    this.order = options.messages.filter(isRequest).map(request => request.id)
    this.pending = new Set(this.order)
    this.answer = new Promise((resolve) => {
      this.resolve = resolve
    })
  }

  async start(): Promise<void> {}

  /** Hands the POST's messages to the server. */
  deliver(extra: MessageExtraInfo): void {
    for (const message of this.options.messages) {
      const invalid = isRequest(message) ? invalidParams(message) : undefined
      if (invalid && isRequest(message)) {
        this.settle(message.id, { jsonrpc: '2.0', id: message.id, error: { code: invalid.code, message: invalid.message } })
        continue
      }
      this.onmessage?.(message, extra)
      // The SDK answers nothing for a request that was cancelled, here by a later message of the same batch.
      const cancelled = cancelledRequest(message)
      if (cancelled !== undefined && this.pending.has(cancelled)) {
        this.settle(cancelled, undefined)
      }
    }
    if (this.order.length === 0) {
      this.finish()
    }
  }

  async send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    if (isResponse(message)) {
      this.settle(message.id, message)
    }
    else if (isRequest(message)) {
      throw new Error(`The server cannot ask the client for \`${message.method}\` without sessions: its answer would arrive in another request.`)
    }
    else if (this.closed) {
      throw new Error(`\`${message.method}\` was sent after the request had been answered.`)
    }
    else if (this.options.acceptsStream) {
      this.openStream().enqueue(toEventFrame(serializeMessage(message)))
    }
  }

  /** Ends the exchange because the client is gone: running handlers see their signal abort. */
  async close(): Promise<void> {
    if (this.closed) {
      return
    }
    this.finish()
    this.onclose?.()
  }

  private settle(id: RequestId | undefined, response: JSONRPCMessage | undefined): void {
    if (id === undefined || this.closed || !this.pending.delete(id)) {
      return
    }
    if (response && this.stream) {
      this.stream.enqueue(toEventFrame(serializeMessage(response)))
    }
    else if (response) {
      this.responses.set(id, response)
    }
    if (this.pending.size === 0) {
      this.finish()
    }
  }

  private openStream(): ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> {
    if (this.stream) {
      return this.stream
    }
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.stream = controller
        for (const response of this.collected()) {
          controller.enqueue(toEventFrame(serializeMessage(response)))
        }
      },
      cancel: () => this.close(),
    })
    this.resolve({ status: 200, headers: STREAM_HEADERS, body })
    return this.openStream()
  }

  private finish(): void {
    this.closed = true
    if (this.stream) {
      this.stream.close()
      return
    }
    const responses = this.collected().map(serializeMessage)
    this.resolve(responses.length === 0 ? { status: 202 } : jsonAnswer(joinResponses(responses, this.options.batch)))
  }

  private collected(): JSONRPCMessage[] {
    return this.order.flatMap(id => this.responses.get(id) ?? [])
  }
}

function isResponse(message: JSONRPCMessage): message is ResponseMessage {
  return 'result' in message || 'error' in message
}

function cancelledRequest(message: JSONRPCMessage): RequestId | undefined {
  const id = 'method' in message && message.method === 'notifications/cancelled' ? message.params?.requestId : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
