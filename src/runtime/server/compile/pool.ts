import { lazy } from '../../shared/lazy'
import { reportOnce } from '../observability/log'
import { describeDefinition } from './describe'
import type { CompiledDefinition, CompiledPrompt, CompiledResource, CompiledStaticResource, CompiledTemplateResource, CompiledTool } from './compiled'

/** The definitions of one kind that an endpoint can serve, before anything is decided for a request. */
export interface Pool<C extends CompiledDefinition> {
  readonly all: readonly C[]
  /** Tools and prompts by name, fixed resources by URI, templates by their template. */
  readonly byKey: ReadonlyMap<string, C>
  /** False when every definition is visible to everyone, so that nothing has to be asked. */
  readonly guarded: boolean
  /** Whether using any of the definitions takes an OAuth scope. */
  readonly scoped: boolean
}

export interface DefinitionPools {
  readonly tools: Pool<CompiledTool>
  readonly resources: Pool<CompiledStaticResource>
  readonly templates: Pool<CompiledTemplateResource>
  readonly prompts: Pool<CompiledPrompt>
}

/** Splits compiled resources into fixed ones and templates, and indexes every kind. The first of two equals wins. */
export function createPools(tools: readonly CompiledTool[], resources: readonly CompiledResource[], prompts: readonly CompiledPrompt[]): DefinitionPools {
  return {
    tools: createPool('Tool', tools, tool => tool.name),
    resources: createPool('Resource', resources.filter(isStatic), resource => resource.uri),
    templates: createPool('Resource', resources.filter(isTemplate), resource => resource.uri),
    prompts: createPool('Prompt', prompts, prompt => prompt.name),
  }
}

/** Derives a value from a pool once, for as long as the pool lives. */
export function perPool<C extends CompiledDefinition, T>(derive: (pool: Pool<C>) => T): (pool: Pool<C>) => T {
  const cells = new WeakMap<Pool<C>, () => T>()
  return (pool) => {
    let cell = cells.get(pool)
    if (!cell) {
      cell = lazy(() => derive(pool))
      cells.set(pool, cell)
    }
    return cell()
  }
}

function createPool<C extends CompiledDefinition>(label: string, compiled: readonly C[], keyOf: (definition: C) => string): Pool<C> {
  const byKey = new Map<string, C>()
  for (const definition of compiled) {
    const key = keyOf(definition)
    const first = byKey.get(key)
    if (!first) {
      byKey.set(key, definition)
    }
    else if (first !== definition) {
      reportOnce('warn', `${describeDefinition(label, definition.definition)} is left out: \`${key}\` is already taken by ${describeDefinition(label, first.definition)}. Give one of them another \`${label === 'Resource' ? 'uri' : 'name'}\`.`)
    }
  }
  const all = [...byKey.values()]
  return { all, byKey, guarded: all.some(({ enabled }) => enabled !== true), scoped: all.some(({ definition }) => definition.scopes?.length) }
}

function isStatic(resource: CompiledResource): resource is CompiledStaticResource {
  return resource.kind === 'resource'
}

function isTemplate(resource: CompiledResource): resource is CompiledTemplateResource {
  return resource.kind === 'template'
}
