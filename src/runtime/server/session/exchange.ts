import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Notification, Request, RequestId, Result, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import type { McpRequestExtra } from '../define/extra'
import { EventSlot } from '../http/event-slot'
import type { InputRounds } from '../elicitation/input-rounds'
import type { LiveDefinitions } from './live-definitions'

/** The SDK's low-level server, typed for every message. */
export type SdkServer = Server<Request, Notification, Result>

/** What the SDK's server gives request handlers, typed for every message. */
export type SdkExtra = RequestHandlerExtra<ServerRequest | Request, ServerNotification | Notification>

/** What application code can reach of the server that answers it. */
export interface ExchangeServer {
  /** The SDK's low-level server. Made when it is first asked for: most requests never do. */
  readonly sdk: SdkServer
  /** The same server as the SDK's high-level class. Made when it is first asked for. */
  readonly mcp: McpServer
  /** The definitions that it answers from, open to change. */
  readonly live: LiveDefinitions
}

/** What handlers of one POST can reach beside their arguments: the server of their session, or of their request. */
export interface McpExchange {
  /** The server that is handling the POST. */
  readonly server: ExchangeServer
  /** Id of the live session; `undefined` without sessions. */
  readonly sessionId: string | undefined
  /** How handlers ask a client that has to be answered first; `undefined` where the client is asked while it waits. */
  readonly rounds?: () => InputRounds
  /** The method being answered, where the protocol has no place for questions. */
  readonly silentMethod?: string
  /** A request of the POST: messages related to it travel on the POST's own stream. */
  readonly relatedRequestId: RequestId | undefined
  /** Extra of the request that was last started; `undefined` before the first. */
  extra: McpRequestExtra | undefined
}

const exchanges = new EventSlot<McpExchange | (() => McpExchange)>('mcp exchange')

/** Makes the exchange known to composables that run for this event. */
export function setExchange(event: H3Event, exchange: McpExchange): void {
  exchanges.set(event, exchange)
}

/**
 * Lets go of the exchange once all has been answered: until Nitro's code is optimised, V8 keeps whatever an event leads to
 * for long, and learns to make such objects where they are kept from then on.
 *
 * @param create what code finds that goes on after the answer
 */
export function endExchange(event: H3Event, create: () => McpExchange): void {
  exchanges.set(event, create)
}

/** The exchange that the event belongs to; `undefined` outside of MCP handlers. */
export function exchangeOf(event: H3Event): McpExchange | undefined {
  const exchange = exchanges.get(event)
  return typeof exchange === 'function' ? exchange() : exchange
}
