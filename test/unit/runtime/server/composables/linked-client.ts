import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { createEvent, type H3Event } from 'h3'
import type { McpRequestExtra } from '../../../../../src/runtime/server/define/extra'
import { type McpExchange, setExchange, type SdkServer } from '../../../../../src/runtime/server/session/exchange'

export interface Sent {
  message: JSONRPCMessage
  options: TransportSendOptions | undefined
}

export interface LinkedClient {
  client: Client
  server: SdkServer
  event: H3Event
  exchange: McpExchange
  /** What the server sent since it was initialised, with the transport's options. */
  sent: Sent[]
  /** Aborts the request being handled. */
  abort: () => void
}

export interface LinkOptions {
  capabilities?: ClientCapabilities
  /** `undefined` for stateless. @default 'session-1' */
  sessionId?: string | undefined
  headers?: Record<string, string>
  path?: string
  progressToken?: string | number
  /** The SDK's client refuses to be asked for what it did not declare. */
  connect?: boolean
}

/** An SDK client and server in one process, in the middle of handling the request with the id 7. */
export async function linkClient(options: LinkOptions = {}): Promise<LinkedClient> {
  const { capabilities = { elicitation: { form: {}, url: {} } }, headers = {}, path = '/mcp', progressToken, connect = true } = options
  const sessionId = 'sessionId' in options ? options.sessionId : 'session-1'
  const client = new Client({ name: 'client', version: '1.0.0' }, { capabilities })
  const server: SdkServer = new Server({ name: 'server', version: '1.0.0' }, { capabilities: { logging: {}, tools: {}, resources: {}, prompts: {} } })
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
  serverSide.sessionId = sessionId

  const sent: Sent[] = []
  const send = serverSide.send.bind(serverSide)
  serverSide.send = async (message, sendOptions) => {
    sent.push({ message, options: sendOptions })
    await send(message, sendOptions)
  }
  await server.connect(serverSide)
  if (connect) {
    await client.connect(clientSide)
  }
  sent.length = 0

  const controller = new AbortController()
  const extra: McpRequestExtra = {
    signal: controller.signal,
    requestId: 7,
    sessionId,
    ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
    sendNotification: notification => server.notification(notification, { relatedRequestId: 7 }),
    sendRequest: (request, schema, requestOptions) => server.request(request, schema, { ...requestOptions, relatedRequestId: 7 }),
  }
  const unused = () => {
    throw new Error('Not part of this test')
  }
  const exchange: McpExchange = {
    server: {
      sdk: server,
      get mcp() { return unused() },
      get live() { return unused() },
    },
    sessionId,
    relatedRequestId: 7,
    extra,
  }
  const event = createTestEvent(path, headers)
  setExchange(event, exchange)
  return { client, server, event, exchange, sent, abort: () => controller.abort() }
}

export function createTestEvent(path = '/mcp', headers: Record<string, string> = {}): H3Event {
  const req = new IncomingMessage(new Socket())
  Object.assign(req, { method: 'POST', url: path, headers })
  return createEvent(req, new ServerResponse(req))
}
