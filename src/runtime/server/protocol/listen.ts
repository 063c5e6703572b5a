import { AsyncResource } from 'node:async_hooks'
import type { JSONRPCRequest, ServerCapabilities } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { RpcError, SERVER_ERROR } from '../../shared/json-rpc'
import type { McpConfig } from '../../types/config'
import { authInfoOf } from '../auth/auth-info'
import { missingScopes } from '../auth/token'
import { forgetGuards } from '../compile/guards'
import { readAccept } from '../http/accept'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { backlogOf } from '../http/backlog'
import { onDisconnect } from '../http/disconnect'
import { remoteAddress } from '../http/remote-address'
import type { ServerIdentity } from '../register/server'
import { type DefinitionView, findVisibleResource } from '../register/view'
import { changeHub } from '../session/change-hub'
import { STREAM_HEADERS } from '../transport/event-output'
import { invalidParams, methodNotFound } from './errors'
import { type ListenFilter, keepResources, readListenFilter } from './listen-filter'
import { ListenStream, type ListenStreamOptions } from './listen-stream'
import { type ListenStreams, type NoPlace, listenStreams } from './listen-streams'

export interface ListenOptions {
  /** What the caller sees. */
  readonly view: DefinitionView
  readonly endpoint: {
    readonly name: string | undefined
    readonly config: Pick<McpConfig, 'subscriptions' | 'security'>
  }
  readonly identity: ServerIdentity
  /** Whom the request is made for, as for sessions; `undefined` when the endpoint does not say. */
  readonly subject: string | undefined
  /** @default the streams of this process */
  readonly streams?: ListenStreams
}

/** Seconds after which a caller who found no place should try again. */
const RETRY_AFTER = '30'

/**
 * Answers `subscriptions/listen` with a stream that stays open: the acknowledgement of what is delivered, then changes
 * as they happen, and a result when the server ends it. What the caller does not see is left out of the
 * acknowledgement, as is what its token has no scope for, and guards are asked again before a resource is told of. The
 * stream ends no later than the token that opened it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export async function listen(event: H3Event, { id, params }: JSONRPCRequest, options: ListenOptions): Promise<HttpAnswer> {
  const { view, endpoint, identity, subject, streams = listenStreams } = options
  const { subscriptions, security } = endpoint.config
  if (!subscriptions.enabled) {
    return methodNotFound(id)
  }
  if (!readAccept(event.node.req.headers.accept).stream) {
    return rpcErrorAnswer(406, SERVER_ERROR, 'Not Acceptable: Client must accept text/event-stream', { id })
  }
  const place = streams.reserve(callerOf(event, endpoint.name, subject, security.trustProxy), subscriptions)
  if (typeof place === 'string') {
    return noPlaceAnswer(place, id)
  }
  let stream: ListenStream | undefined
  let isGone = false
  onDisconnect(event, () => {
    isGone = true
    stream?.close()
    place.release()
  })
  try {
    const filter = await visiblePart(event, view, readListenFilter(params, subscriptions.maxResources))
    stream = new ListenStream({
      id,
      filter,
      handler: endpoint.name,
      serverInfo: identity.info,
      hub: changeHub,
      backlog: backlogOf(event),
      expiresAt: expiryOf(event),
      isVisible: visibilityOf(event, view),
      onClosed: place.release,
    })
    place.fill(stream)
    if (isGone) {
      stream.close()
    }
    else if (filter.lists.size === 0 && filter.resources.size === 0) {
      stream.end()
    }
    return { status: 200, headers: STREAM_HEADERS, body: stream.body }
  }
  catch (error) {
    place.release()
    if (error instanceof RpcError) {
      return invalidParams(id, error.message)
    }
    throw error
  }
}

/** The capabilities of an endpoint together with what `subscriptions/listen` delivers. */
export function withListenCapabilities(capabilities: ServerCapabilities, { enabled }: McpConfig['subscriptions']): ServerCapabilities {
  if (!enabled) {
    return capabilities
  }
  const { tools, resources, prompts } = capabilities
  return {
    ...capabilities,
    ...(tools && { tools: { ...tools, listChanged: true } }),
    ...(resources && { resources: { ...resources, listChanged: true, subscribe: true } }),
    ...(prompts && { prompts: { ...prompts, listChanged: true } }),
  }
}

function visiblePart(event: H3Event, view: DefinitionView, filter: ListenFilter): Promise<ListenFilter> {
  const info = authInfoOf(event)
  return keepResources(filter, async (uri) => {
    const found = await findVisibleResource(view, uri)
    return found !== undefined && missingScopes(info, found.resource.definition.scopes ?? []).length === 0
  })
}

// What a caller may see can have changed since. Without guards it cannot.
function visibilityOf(event: H3Event, view: DefinitionView): ListenStreamOptions['isVisible'] {
  const { resources, templates } = view.pools
  if (!resources.guarded && !templates.guarded) {
    return undefined
  }
  // A guard that uses the request's context gets that of this request, not of the one that changed the resource.
  return AsyncResource.bind(async (href: string) => {
    forgetGuards(event)
    return await findVisibleResource(view, new URL(href)) !== undefined
  })
}

// Subjects belong to their endpoint, which alone knows what they mean.
function callerOf(event: H3Event, handler: string | undefined, subject: string | undefined, trustProxy: boolean | undefined): string | undefined {
  return subject === undefined ? remoteAddress(event, trustProxy) : JSON.stringify([handler ?? null, subject])
}

function expiryOf(event: H3Event): number | undefined {
  const expiresAt = authInfoOf(event)?.expiresAt
  return expiresAt === undefined ? undefined : expiresAt * 1000
}

function noPlaceAnswer(reason: NoPlace, id: JSONRPCRequest['id']): HttpAnswer {
  if (reason === 'closing') {
    return rpcErrorAnswer(503, SERVER_ERROR, 'The server is shutting down', { id, headers: { 'retry-after': '1' } })
  }
  const whose = reason === 'caller' ? 'you have' : 'the server has'
  return rpcErrorAnswer(429, SERVER_ERROR, `Too many open streams: ${whose} as many as may be`, { id, headers: { 'retry-after': RETRY_AFTER } })
}
