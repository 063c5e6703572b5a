import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { cancelledRequest, isRequest } from './messages'

/**
 * Requests to the client that wait for an answer. The SDK counts them from 0; on the wire their ids also name the
 * process, which is the one that knows who waits.
 */
export class AskedRequests {
  /** The ids on the wire, and the SDK's. */
  private readonly ids = new Map<string, RequestId>()

  /** @param instance names this process, and its copy of the session */
  constructor(private readonly instance: string) {}

  /** The message as the client gets it. A request waits for its answer from now on, a cancelled one no longer. */
  toWire<M extends JSONRPCMessage>(message: M): M {
    if (isRequest(message)) {
      const id = `${this.instance}:${message.id}`
      this.ids.set(id, message.id)
      return { ...message, id }
    }
    const cancelled = cancelledRequest(message)
    if (cancelled === undefined || !('params' in message)) {
      return message
    }
    const requestId = `${this.instance}:${cancelled}`
    this.ids.delete(requestId)
    return { ...message, params: { ...message.params, requestId } }
  }

  /** The client's answer as the SDK knows it. Answers to what was never asked, and second answers, are `undefined`. */
  fromWire<M extends JSONRPCMessage & { id?: RequestId }>(response: M): M | undefined {
    const wireId = String(response.id)
    const id = this.ids.get(wireId)
    this.ids.delete(wireId)
    return id === undefined ? undefined : { ...response, id }
  }

  /** Gives up a request that did not reach the client. */
  forget({ id }: { id: RequestId }): void {
    this.ids.delete(String(id))
  }

  clear(): void {
    this.ids.clear()
  }
}
