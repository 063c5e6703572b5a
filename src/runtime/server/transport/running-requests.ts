import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { HttpAnswer } from '../http/answer'
import type { ResponseMessage } from './messages'
import type { PostExchange } from './post-exchange'

/** The client's requests that are being handled, by the POSTs that they came with. */
export class RunningRequests {
  // No `Map` or `Set`: one that lives as long as a session makes its tables anew all the time, and those that it leaves
  // behind keep what was in them until a full garbage collection. There are few at a time.
  private readonly exchanges: PostExchange[] = []

  /** Takes on the requests of a POST; false when one has the id of a request that still runs. */
  start(exchange: PostExchange): boolean {
    if (exchange.ids.some(id => this.has(id))) {
      return false
    }
    this.exchanges.push(exchange)
    return true
  }

  has(id: RequestId): boolean {
    return this.exchangeOf(id) !== undefined
  }

  /** The POST that a request came with, while it runs. */
  exchangeOf(id: RequestId | undefined): PostExchange | undefined {
    return id === undefined ? undefined : this.exchanges.find(exchange => exchange.ids.includes(id))
  }

  /** Answers a request; nobody waits for the response to one that was cancelled. */
  settle(response: ResponseMessage): void {
    this.exchangeOf(response.id)?.settle(response.id, response)
  }

  /** Ends a request that the client cancelled. */
  cancel(id: RequestId, reason: unknown): void {
    this.exchangeOf(id)?.cancel(id, reason)
  }

  /** Forgets the requests of a POST that is over. */
  finish(exchange: PostExchange): void {
    const place = this.exchanges.indexOf(exchange)
    if (place !== -1) {
      this.exchanges.splice(place, 1)
    }
  }

  /** Answers all of them with this instead. */
  abandon(answer: HttpAnswer): void {
    for (const exchange of [...this.exchanges]) {
      exchange.abandon(answer)
    }
  }
}
