import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { H3Event } from 'h3'
import type { NitroApp } from 'nitropack/types'
import type { CompiledDefinition } from '../compile/compiled'
import { compilePrompts, compileResources, compileTools } from '../compile/compile'
import { createPools } from '../compile/pool'
import type { McpDefinitionBase } from '../define/definition'
import type { McpResolvedConfig } from '../define/handler'
import { log } from '../observability/log'
import type { ServerIdentity } from '../register/server'
import { type DefinitionView, visibleOf } from '../register/view'
import type { Endpoint } from './endpoint'
import { isObject } from '../../shared/is-object'

interface HookPayloads {
  'mcp:config:resolved': { config: McpResolvedConfig, event: H3Event }
  'mcp:server:created': { server: McpServer, event: H3Event }
}

type HookName = keyof HookPayloads | 'beforeResponse' | 'afterResponse'

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
export function hasListeners(hooks: RuntimeHooks, name: HookName): boolean {
  return listenersOf(hooks, name).length > 0
}

/** Whether anybody looks at responses, before or after they are sent. */
export function areResponsesObserved(hooks: RuntimeHooks): boolean {
  return hasListeners(hooks, 'beforeResponse') || hasListeners(hooks, 'afterResponse')
}

/**
 * Lets `mcp:config:resolved` listeners change what this request sees. They get copies: a definition that they leave
 * alone keeps its compiled form, a changed one is compiled for this request only.
 */
export async function applyConfigHook(hooks: RuntimeHooks, endpoint: Endpoint, view: DefinitionView, event: H3Event): Promise<{ identity: ServerIdentity, view: DefinitionView }> {
  const { info, instructions } = endpoint.identity
  const { pools } = view
  const originals = new Map<object, CompiledDefinition>()
  const copies = async <C extends CompiledDefinition>(visible: readonly C[] | Promise<readonly C[]>): Promise<C['definition'][]> => (await visible).map((compiled) => {
    const copy = copyDefinition(compiled.definition)
    originals.set(copy, compiled)
    return copy
  })
  const config: McpResolvedConfig = {
    name: info.name,
    version: info.version,
    description: info.description,
    instructions,
    icons: structuredClone(endpoint.options.icons ?? endpoint.config.icons),
    tools: await copies(visibleOf(view, pools.tools)),
    resources: [...await copies(visibleOf(view, pools.resources)), ...await copies(visibleOf(view, pools.templates))],
    prompts: await copies(visibleOf(view, pools.prompts)),
  }
  await callListeners(hooks, 'mcp:config:resolved', { config, event })
  const settled = new WeakSet<object>()
  const restore = <D extends McpDefinitionBase>(key: string, definitions: D[]): D[] => toList(key, definitions).map((definition) => {
    const original = originals.get(definition)
    const restored = restoreUnchanged(definition, original)
    if (original && definition.enabled === original.definition.enabled) {
      settled.add(restored)
    }
    return restored
  })
  const changed = createPools(
    compileTools(restore('tools', config.tools)),
    compileResources(restore('resources', config.resources), endpoint.files),
    compilePrompts(restore('prompts', config.prompts)),
  )
  return {
    identity: {
      info: { ...info, name: config.name, version: config.version, description: config.description, icons: config.icons },
      instructions: config.instructions,
    },
    // What was visible before has been asked; guards of what a listener added, or exchanged, are still to be.
    view: { pools: changed, isEnabled: compiled => settled.has(compiled.definition) || view.isEnabled(compiled) },
  }
}

/** Fields that listeners may change in place, so that each request needs its own. */
const NESTED: ReadonlySet<string> = new Set(['_meta', 'tags', 'annotations', 'metadata', 'inputExamples', 'scopes'])

function copyDefinition<D extends McpDefinitionBase>(definition: D): D {
  const copy = { ...definition }
  for (const key of NESTED) {
    const value: unknown = Reflect.get(definition, key)
    if (typeof value === 'object' && value !== null) {
      Reflect.set(copy, key, Array.isArray(value) ? [...value] : { ...value })
    }
  }
  return copy
}

function toList<D>(key: string, definitions: D[]): D[] {
  const given: unknown = definitions
  if (Array.isArray(given)) {
    return definitions.filter(definition => typeof definition === 'object' && definition !== null)
  }
  log.error(`A listener of the hook \`mcp:config:resolved\` left \`config.${key}\` without an array. No ${key} are served.`)
  return []
}

function restoreUnchanged<D extends McpDefinitionBase>(copy: D, original: CompiledDefinition | undefined): D {
  // The copy was made from this very definition, so it has the same type.
  return original && isUnchanged(copy, original.definition) ? original.definition as D : copy
}

function isUnchanged(copy: object, original: object): boolean {
  const keys = Object.keys(original)
  return keys.length === Object.keys(copy).length && keys.every((key) => {
    const [now, before]: unknown[] = [Reflect.get(copy, key), Reflect.get(original, key)]
    return now === before || (NESTED.has(key) && isObject(now) && isObject(before) && isUnchanged(now, before))
  })
}

function listenersOf(hooks: RuntimeHooks, name: HookName): Listener[] {
  // Only the list is looked at; the payload that its type asks for would be built for nobody.
  return hooks.callHookWith((listeners: Listener[]) => [...listeners], name, undefined as never)
}
