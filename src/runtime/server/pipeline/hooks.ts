import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { H3Event } from 'h3'
import type { NitroApp } from 'nitropack/types'
import type { CompiledDefinition } from '../compile/compiled'
import { compilePrompts, compileResources, compileTools } from '../compile/compile'
import { type DefinitionPools, createPools } from '../compile/pool'
import type { McpDefinitionBase } from '../define/definition'
import type { McpResolvedConfig } from '../define/handler'
import { log } from '../observability/log'
import type { ServerIdentity } from '../register/server'
import { type DefinitionView, visibleOf } from '../register/view'
import type { Endpoint } from './endpoint'

interface HookPayloads {
  'mcp:config:resolved': { config: McpResolvedConfig, event: H3Event }
  'mcp:server:created': { server: McpServer, event: H3Event }
}

/** Nitro's run-time hooks. */
export type RuntimeHooks = NitroApp['hooks']

type Listener = (payload: unknown) => unknown

/** Calls the listeners of a hook one after another. One that throws is logged and never stops the next. */
export async function callListeners<K extends keyof HookPayloads>(hooks: RuntimeHooks, name: K, payload: HookPayloads[K]): Promise<void> {
  for (const listener of listenersOf(hooks, name)) {
    try {
      await listener(payload)
    }
    catch (error) {
      log.error(`A listener of the hook \`${name}\` failed:`, error)
    }
  }
}

/** Whether anybody listens, so that nothing is prepared for nobody. */
export function hasListeners(hooks: RuntimeHooks, name: keyof HookPayloads): boolean {
  return listenersOf(hooks, name).length > 0
}

/**
 * Lets `mcp:config:resolved` listeners change what this request sees. They get copies: a definition that they leave
 * alone keeps its compiled form, a changed one is compiled for this request only.
 */
export async function applyConfigHook(hooks: RuntimeHooks, endpoint: Endpoint, view: DefinitionView, event: H3Event): Promise<{ identity: ServerIdentity, pools: DefinitionPools }> {
  const { info, instructions } = endpoint.identity
  const { pools } = view
  const originals = new Map<object, CompiledDefinition>()
  const copies = async <C extends CompiledDefinition>(visible: Promise<readonly C[]>): Promise<C['definition'][]> => (await visible).map((compiled) => {
    const copy: C['definition'] = { ...compiled.definition }
    originals.set(copy, compiled)
    return copy
  })
  const config: McpResolvedConfig = {
    name: info.name,
    version: info.version,
    description: info.description,
    instructions,
    icons: endpoint.options.icons ?? endpoint.config.icons,
    tools: await copies(visibleOf(view, pools.tools)),
    resources: [...await copies(visibleOf(view, pools.resources)), ...await copies(visibleOf(view, pools.templates))],
    prompts: await copies(visibleOf(view, pools.prompts)),
  }
  await callListeners(hooks, 'mcp:config:resolved', { config, event })
  const restore = <D extends McpDefinitionBase>(definitions: D[]): D[] => definitions.map(definition => restoreUnchanged(definition, originals.get(definition)))
  return {
    identity: {
      info: { ...info, name: config.name, version: config.version, description: config.description, icons: config.icons },
      instructions: config.instructions,
    },
    pools: createPools(
      compileTools(restore(config.tools)),
      compileResources(restore(config.resources), endpoint.files),
      compilePrompts(restore(config.prompts)),
    ),
  }
}

function restoreUnchanged<D extends McpDefinitionBase>(copy: D, original: CompiledDefinition | undefined): D {
  if (!original) {
    return copy
  }
  const before = Object.entries(original.definition)
  const unchanged = before.length === Object.keys(copy).length && before.every(([key, value]) => Reflect.get(copy, key) === value)
  // The copy was made from this very definition, so it has the same type.
  return unchanged ? original.definition as D : copy
}

function listenersOf(hooks: RuntimeHooks, name: keyof HookPayloads): Listener[] {
  // Only the list is looked at; the payload that its type asks for would be built for nobody.
  return hooks.callHookWith((listeners: Listener[]) => [...listeners], name, undefined as never)
}
