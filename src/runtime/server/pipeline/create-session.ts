import type { H3Event } from 'h3'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { exchangeOf } from '../session/exchange'
import type { SessionHost } from '../session/host'
import { LiveSession } from '../session/live-session'
import type { ListKind } from '../session/live-definitions'
import { ResourceSubscriptions } from '../session/subscriptions'
import { type DefinitionServer, negotiateVersion } from '../register/server'
import { SessionTransport } from '../transport/session'
import { buildServer } from './build-server'
import type { Endpoint } from './endpoint'
import type { RuntimeHooks } from './hooks'

export interface SessionDeps {
  host: SessionHost
  hooks: RuntimeHooks
  /** The event that the running code belongs to; `undefined` outside of requests. */
  currentEvent: () => H3Event | undefined
}

export interface NewSession {
  id: string
  subject: string | undefined
  /** The client's `initialize` request. */
  initialize: JSONRPCMessage
  /** Set for a session that another process began, with the `X-MCP-Tools` header that it began with. */
  restored?: { toolsHeader: string | undefined }
}

/** Makes a session with a server of its own. Definitions, guards and hooks see the event that it begins with. */
export async function createSession(event: H3Event, endpoint: Endpoint, { id, subject, initialize, restored }: NewSession, { host, hooks, currentEvent }: SessionDeps): Promise<LiveSession> {
  const subscriptions = new ResourceSubscriptions(change => void host.change(id, change))
  const events = host.createEventStore(id)
  // Listeners of `mcp:server:created` change lists while the server is being built, when nobody can be told yet.
  const running: { server?: DefinitionServer } = {}
  const server = await buildServer(event, endpoint, hooks, {
    listChanged: true,
    subscriptions,
    restored,
    onListChanged: list => running.server && announce(running.server, list, currentEvent()),
  })
  const wire = new SessionTransport({
    sessionId: id,
    instance: host.nameCopy(),
    protocolVersion: negotiateVersion('params' in initialize ? initialize.params?.protocolVersion : undefined),
    events,
    retry: host.config.retryInterval,
    neighbours: host.createNeighbours(id),
  })
  server.connect(wire)
  server.connectSdk()
  running.server = server
  return new LiveSession({ server, id, route: endpoint.route, handler: endpoint.name, subject, subscriptions, wire, events })
}

// On the stream of the request that changed the list, else on the GET stream: a message travels on one stream only.
function announce(server: DefinitionServer, list: ListKind, event: H3Event | undefined): void {
  const { sdk } = server
  if (!sdk.transport) {
    return
  }
  const exchange = event && exchangeOf(event)
  const related = exchange?.server === server ? exchange.extra?.requestId ?? exchange.relatedRequestId : undefined
  sdk.notification({ method: `notifications/${list}/list_changed` }, { relatedRequestId: related }).catch(error => sdk.onerror?.(error))
}
