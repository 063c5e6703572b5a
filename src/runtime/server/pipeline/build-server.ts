import type { H3Event } from 'h3'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import { createGuards } from '../compile/guards'
import type { CompiledDefinition } from '../compile/compiled'
import type { Pool } from '../compile/pool'
import { rpcErrorAnswer } from '../http/answer'
import { DefinitionServer, type DefinitionServerOptions } from '../register/server'
import { type DefinitionView, visibleOf } from '../register/view'
import type { ResourceSubscriptions } from '../session/subscriptions'
import type { Endpoint } from './endpoint'
import { RefusedError } from './errors'
import { type RuntimeHooks, applyConfigHook, callListeners, hasListeners } from './hooks'
import { isDynamic, resolvePools } from './resolve'
import { readToolsHeader, unknownToolsMessage } from './tools-header'

export interface BuildServerOptions extends DefinitionServerOptions {
  /** Makes a server for a session: guards are asked now, and never again. */
  subscriptions?: ResourceSubscriptions
  /** Answers calls of tools that are not there with an error of the protocol, as revisions since 2026-07-28 have it. */
  missingIsError?: boolean
  /** Makes the server of a session anew: the tools are those that the session began with, as far as they exist. */
  restored?: { toolsHeader: string | undefined }
}

/**
 * The server that answers a request, or a session that begins with it: dynamic functions, guards, both hooks and
 * `X-MCP-Tools` have their say.
 *
 * @throws {RefusedError} when `X-MCP-Tools` names a tool that the caller does not see
 */
export function buildServer(event: H3Event, endpoint: Endpoint, hooks: RuntimeHooks, options: BuildServerOptions): DefinitionServer | Promise<DefinitionServer> {
  const isPlain = !isDynamic(endpoint.options) && !options.subscriptions && !options.restored && event.node.req.headers['x-mcp-tools'] === undefined
    && !hasListeners(hooks, 'mcp:config:resolved') && !hasListeners(hooks, 'mcp:server:created')
  if (!isPlain) {
    return buildRestricted(event, endpoint, hooks, options)
  }
  const { identity, pools, requestTimeout } = endpoint
  const { missingIsError, listChanged, onListChanged } = options
  return new DefinitionServer(identity, { pools, missingIsError, isEnabled: createGuards(event) }, { listChanged, onListChanged, requestTimeout })
}

async function buildRestricted(event: H3Event, endpoint: Endpoint, hooks: RuntimeHooks, options: BuildServerOptions): Promise<DefinitionServer> {
  let identity = endpoint.identity
  let view: DefinitionView = { pools: await resolvePools(endpoint, event), isEnabled: createGuards(event) }
  const { restored, missingIsError } = options
  if (hasListeners(hooks, 'mcp:config:resolved')) {
    const changed = await applyConfigHook(hooks, endpoint, view, event)
    identity = changed.identity
    view = changed.view
  }
  if (options.subscriptions) {
    view = await settleView(view)
  }
  const allowedTools = readToolsHeader(restored ? restored.toolsHeader : event.node.req.headers['x-mcp-tools'])
  const required = restored ? undefined : allowedTools
  const { subscriptions, listChanged, onListChanged } = options
  const restricted: DefinitionView = { pools: view.pools, isEnabled: view.isEnabled, allowedTools, missingIsError, subscriptions }
  const built = new DefinitionServer(identity, restricted, { listChanged, onListChanged, requestTimeout: endpoint.requestTimeout })
  if (hasListeners(hooks, 'mcp:server:created')) {
    await callListeners(hooks, 'mcp:server:created', { server: built.mcp, event })
    await assertToolsKnown({ ...view, pools: built.live.pools }, required)
  }
  else {
    await assertToolsKnown(view, required)
  }
  return built
}

// A session outlives the event that its guards look at. Pools without guards stay shared between sessions.
async function settleView(view: DefinitionView): Promise<DefinitionView> {
  const tools = await settlePool(view, view.pools.tools)
  const resources = await settlePool(view, view.pools.resources)
  const templates = await settlePool(view, view.pools.templates)
  const prompts = await settlePool(view, view.pools.prompts)
  return { pools: { tools, resources, templates, prompts }, isEnabled: () => true }
}

async function settlePool<C extends CompiledDefinition>(view: DefinitionView, pool: Pool<C>): Promise<Pool<C>> {
  if (!pool.guarded) {
    return pool
  }
  const all = await visibleOf(view, pool)
  const visible = new Set(all)
  // Still `guarded`, so that no list is serialised for a single session and kept.
  return { all, byKey: new Map([...pool.byKey].filter(([, definition]) => visible.has(definition))), guarded: true, scoped: pool.scoped }
}

// A name that is hidden from this caller is as unknown as one that does not exist.
async function assertToolsKnown(view: DefinitionView, names: ReadonlySet<string> | undefined): Promise<void> {
  if (!names || names.size === 0) {
    return
  }
  const known = new Set((await visibleOf(view, view.pools.tools)).map(tool => tool.name))
  const unknown = [...names].filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new RefusedError(id => rpcErrorAnswer(400, INVALID_REQUEST, unknownToolsMessage(unknown), { id }))
  }
}
