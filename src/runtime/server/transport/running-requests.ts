import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { HttpAnswer } from '../http/answer'
import type { ResponseMessage } from './messages'
import type { PostExchange } from './post-exchange'
import type { RequestRun } from './request-run'

interface RunningRequest {
  readonly exchange: PostExchange
  /** Set for a request that is not the SDK's to answer. */
  run: RequestRun | undefined
}

/** The client's requests that are being handled, and the POSTs that they came with. */
export class RunningRequests {
  private readonly requests = new Map<RequestId, RunningRequest>()

  /** Takes on the requests of a POST; false when one has the id of a request that still runs. */
  start(exchange: PostExchange): boolean {
    if (exchange.ids.some(id => this.requests.has(id))) {
      return false
    }
    for (const id of exchange.ids) {
      this.requests.set(id, { exchange, run: undefined })
    }
    return true
  }

  /** Remembers who answers a request, so that it can be cancelled. */
  assign(id: RequestId, run: RequestRun): void {
    const request = this.requests.get(id)
    if (request) {
      request.run = run
    }
  }

  has(id: RequestId): boolean {
    return this.requests.has(id)
  }

  /** The POST that a request came with, while it runs. */
  exchangeOf(id: RequestId | undefined): PostExchange | undefined {
    return id === undefined ? undefined : this.requests.get(id)?.exchange
  }

  /** Answers a request; nobody waits for the response to one that was cancelled. */
  settle(response: ResponseMessage): void {
    this.exchangeOf(response.id)?.settle(response.id, response)
  }

  /** Ends a request that the client cancelled. Nothing is answered, or its stream would stay open for ever. */
  cancel(id: RequestId, reason: unknown): void {
    const { exchange, run } = this.requests.get(id) ?? {}
    if (exchange?.isPending(id)) {
      run?.abort(reason)
      exchange.settle(id, undefined)
    }
  }

  /** Forgets the requests of a POST that is over. */
  finish(exchange: PostExchange): void {
    for (const id of exchange.ids) {
      if (this.requests.get(id)?.exchange === exchange) {
        this.requests.delete(id)
      }
    }
  }

  /** Answers all of them with this instead. */
  abandon(answer: HttpAnswer): void {
    for (const [id, { exchange, run }] of [...this.requests]) {
      if (exchange.isPending(id)) {
        run?.abort()
      }
      exchange.abandon(answer)
    }
  }
}
