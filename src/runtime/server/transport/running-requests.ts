import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { HttpAnswer } from '../http/answer'
import { cancelRequestZero, enableCancellation } from '../session/cancellation'
import type { PostExchange } from './post-exchange'

interface RunningRequest {
  exchange: PostExchange
  /** What the SDK's handlers know the HTTP request by. */
  requestInfo: object | undefined
}

/** The client's requests that are being handled, and the POSTs that they came with. */
export class RunningRequests {
  private readonly requests = new Map<RequestId, RunningRequest>()

  /** Takes on the requests of a POST; false when one has the id of a request that still runs. */
  start(exchange: PostExchange, requestInfo: object | undefined): boolean {
    if (exchange.ids.some(id => this.requests.has(id))) {
      return false
    }
    for (const id of exchange.ids) {
      this.requests.set(id, { exchange, requestInfo })
    }
    if (requestInfo && exchange.ids.includes(0)) {
      enableCancellation(requestInfo)
    }
    return true
  }

  has(id: RequestId): boolean {
    return this.requests.has(id)
  }

  /** The POST that a request came with, while it runs. */
  exchangeOf(id: RequestId | undefined): PostExchange | undefined {
    return id === undefined ? undefined : this.requests.get(id)?.exchange
  }

  /** Answers a request; nobody waits for the response to one that was cancelled. */
  settle(id: RequestId, response: JSONRPCMessage): void {
    this.requests.get(id)?.exchange.settle(id, response)
  }

  /** Ends a request that the SDK was told to cancel: it answers nothing, and the stream would stay open for ever. */
  cancel(id: RequestId): void {
    const request = this.requests.get(id)
    if (id === 0 && request?.requestInfo && request.exchange.isPending(id)) {
      cancelRequestZero(request.requestInfo)
    }
    request?.exchange.settle(id, undefined)
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
    for (const { exchange } of [...this.requests.values()]) {
      exchange.abandon(answer)
    }
  }
}
