import { PromptSchema, ResourceSchema, ResourceTemplateSchema, ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult, Resource } from '@modelcontextprotocol/sdk/types.js'
import type { CompiledDefinition, CompiledPrompt, CompiledStaticResource, CompiledTemplateResource, CompiledTool } from '../compile/compiled'
import { type Pool, perPool } from '../compile/pool'
import type { McpRequestExtra } from '../define/extra'
import { LABELS, describeDefinition } from '../compile/describe'
import { log, reportOnce } from '../observability/log'
import { rememberSerialized } from '../results/serialized'
import { isRecord } from '../results/tool-result'
import { type DefinitionView, visibleOf } from './view'
import { andThen } from '../../shared/and-then'
import { lazy } from '../../shared/lazy'

const encoder = new TextEncoder()

/** A definition's JSON; `undefined` for one that clients would refuse together with the whole list. */
const fragments = new WeakMap<CompiledDefinition, string | undefined>()

const SCHEMAS = { tool: ToolSchema, resource: ResourceSchema, template: ResourceTemplateSchema, prompt: PromptSchema }

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

/** Whether any of the templates lists what is behind it. */
export const hasListingTemplate = perPool((pool: Pool<CompiledTemplateResource>) => pool.all.some(({ template }) => template?.listCallback))

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
function listing<C extends CompiledDefinition & { entry: () => object }, R extends object>(poolOf: (view: DefinitionView) => Pool<C>, key: string, toResult: (definitions: readonly C[]) => R): (view: DefinitionView) => R | Promise<R> {
  const render = (definitions: readonly C[]): { result: R, toJson: () => string } => {
    const listable = definitions.filter(definition => fragmentOf(definition) !== undefined)
    return { result: toResult(listable), toJson: () => `{"${key}":[${listable.map(fragmentOf).join(',')}]}` }
  }
  const complete = perPool((pool: Pool<C>) => {
    const { result, toJson } = render(pool.all)
    return rememberSerialized(result, lazy(() => encoder.encode(toJson())))
  })
  return (view) => {
    const pool = poolOf(view)
    return andThen(visibleOf(view, pool), (definitions) => {
      if (definitions === pool.all) {
        return complete(pool)
      }
      const { result, toJson } = render(definitions)
      return rememberSerialized(result, toJson)
    })
  }
}

function fragmentOf(definition: CompiledDefinition & { entry: () => object }): string | undefined {
  if (!fragments.has(definition)) {
    fragments.set(definition, renderFragment(definition))
  }
  return fragments.get(definition)
}

// One entry that breaks the protocol's schema makes clients refuse all of them.
function renderFragment({ kind, definition, entry }: CompiledDefinition & { entry: () => object }): string | undefined {
  const complain = (problem: string) => reportOnce('error', `${describeDefinition(LABELS[kind], definition)} is not listed: ${problem}.`)
  try {
    const json = JSON.stringify(entry())
    const parsed = SCHEMAS[kind].safeParse(JSON.parse(json))
    if (parsed.success) {
      return json
    }
    const [issue] = parsed.error.issues
    complain(issue ? `\`${issue.path.join('.')}\`: ${issue.message}` : 'it does not fit the protocol')
  }
  catch (error) {
    complain(error instanceof Error ? error.message : String(error))
  }
  return undefined
}
