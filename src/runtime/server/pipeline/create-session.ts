import type { H3Event } from 'h3'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { exchangeOf } from '../session/exchange'
import type { SessionHost } from '../session/host'
import { LiveSession } from '../session/live-session'
import type { ListKind } from '../session/live-definitions'
import { ResourceSubscriptions } from '../session/subscriptions'
import type { DefinitionServer } from '../register/server'
import { SessionTransport, negotiateVersion } from '../transport/session'
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
}

/** Makes a session with a server of its own. Definitions, guards and hooks see the event that it begins with. */
export async function createSession(event: H3Event, endpoint: Endpoint, { id, subject, initialize }: NewSession, { host, hooks, currentEvent }: SessionDeps): Promise<LiveSession> {
  const subscriptions = new ResourceSubscriptions()
  const events = host.createEventStore(id)
  const built: DefinitionServer = await buildServer(event, endpoint, hooks, {
    listChanged: true,
    subscriptions,
    onListChanged: list => announce(built, list, currentEvent()),
  })
  const wire = new SessionTransport({
    sessionId: id,
    instance: host.instance,
    protocolVersion: negotiateVersion('params' in initialize ? initialize.params?.protocolVersion : undefined),
    events,
    retry: host.config.retryInterval,
  })
  await built.server.connect(wire)
  return new LiveSession({ ...built, id, route: endpoint.route, subject, subscriptions, wire, events })
}

// On the stream of the request that changed the list, else on the GET stream: a message travels on one stream only.
function announce({ server }: DefinitionServer, list: ListKind, event: H3Event | undefined): void {
  if (!server.transport) {
    return
  }
  const exchange = event && exchangeOf(event)
  const related = exchange?.server === server ? exchange.extra?.requestId ?? exchange.relatedRequestId : undefined
  server.notification({ method: `notifications/${list}/list_changed` }, { relatedRequestId: related }).catch(error => server.onerror?.(error))
}
