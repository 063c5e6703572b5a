import type { ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult, Resource } from '@modelcontextprotocol/sdk/types.js'
import type { CompiledDefinition, CompiledPrompt, CompiledStaticResource, CompiledTemplateResource, CompiledTool } from '../compile/compiled'
import { type Pool, perPool } from '../compile/pool'
import type { McpRequestExtra } from '../define/extra'
import { log } from '../observability/log'
import { rememberSerialized } from '../results/serialized'
import { isRecord } from '../results/tool-result'
import { type DefinitionView, visibleOf } from './view'

const encoder = new TextEncoder()
const fragments = new WeakMap<CompiledDefinition, string>()

/** `tools/list` of a request. */
export const listTools = listing<CompiledTool, ListToolsResult>(view => view.pools.tools, 'tools', tools => ({ tools: tools.map(tool => tool.entry()) }))

/** `resources/templates/list` of a request. */
export const listResourceTemplates = listing<CompiledTemplateResource, ListResourceTemplatesResult>(view => view.pools.templates, 'resourceTemplates', templates => ({ resourceTemplates: templates.map(template => template.entry()) }))

/** `prompts/list` of a request. */
export const listPrompts = listing<CompiledPrompt, ListPromptsResult>(view => view.pools.prompts, 'prompts', prompts => ({ prompts: prompts.map(prompt => prompt.entry()) }))

const listStaticResources = listing<CompiledStaticResource, ListResourcesResult>(view => view.pools.resources, 'resources', resources => ({ resources: resources.map(resource => resource.entry()) }))

/** `resources/list` of a request: the fixed resources, then what the templates list. */
export async function listResources(view: DefinitionView, extra: McpRequestExtra): Promise<ListResourcesResult> {
  const fixed = await listStaticResources(view)
  if (!hasListingTemplate(view.pools.templates)) {
    return fixed
  }
  const templates = await visibleOf(view, view.pools.templates)
  const instances = await Promise.all(templates.map(template => listInstances(template, extra)))
  return { resources: [...fixed.resources, ...instances.flat()] }
}

const hasListingTemplate = perPool((pool: Pool<CompiledTemplateResource>) => pool.all.some(({ template }) => template?.listCallback))

async function listInstances({ name, entry, template }: CompiledTemplateResource, extra: McpRequestExtra): Promise<Resource[]> {
  if (!template?.listCallback) {
    return []
  }
  const { uriTemplate: _, name: __, ...metadata } = entry()
  try {
    const { resources } = await template.listCallback(extra)
    return resources.filter(resource => isRecord(resource) && typeof resource.uri === 'string')
      .map(resource => ({ ...metadata, ...resource, name: resource.name ?? name }))
  }
  catch (error) {
    // One template that cannot be listed does not take the other resources with it.
    log.error(`Resource template \`${name}\` could not be listed:`, error)
    return []
  }
}

/**
 * A listing that is serialised once for everyone when nothing restricts it. A restricted one is joined from the
 * definitions' own JSON, so that it depends on nothing but what this request sees.
 */
function listing<C extends CompiledDefinition & { entry: () => object }, R extends object>(poolOf: (view: DefinitionView) => Pool<C>, key: string, toResult: (definitions: readonly C[]) => R): (view: DefinitionView) => Promise<R> {
  const complete = perPool((pool: Pool<C>) => rememberSerialized(toResult(pool.all), encoder.encode(join(key, pool.all))))
  return async (view) => {
    const pool = poolOf(view)
    const definitions = await visibleOf(view, pool)
    return definitions === pool.all ? complete(pool) : rememberSerialized(toResult(definitions), join(key, definitions))
  }
}

function join(key: string, definitions: readonly (CompiledDefinition & { entry: () => object })[]): string {
  return `{"${key}":[${definitions.map(fragmentOf).join(',')}]}`
}

function fragmentOf(definition: CompiledDefinition & { entry: () => object }): string {
  let json = fragments.get(definition)
  if (json === undefined) {
    json = JSON.stringify(definition.entry())
    fragments.set(definition, json)
  }
  return json
}
