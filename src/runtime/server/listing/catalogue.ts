import { files } from '#nuxt-mcp-toolkit/files.mjs'
import { prompts } from '#nuxt-mcp-toolkit/prompts.mjs'
import { resources } from '#nuxt-mcp-toolkit/resources.mjs'
import { tools } from '#nuxt-mcp-toolkit/tools.mjs'
import { compilePrompts, compileResources, compileTools } from '../compile/compile'
import type { CompiledDefinition, CompiledPrompt, CompiledResource, CompiledTool } from '../compile/compiled'
import { createGuards } from '../compile/guards'
import type { McpPromptDefinitionListItem } from '../define/prompt'
import type { McpResourceDefinitionListItem } from '../define/resource'
import type { McpToolDefinitionListItem } from '../define/tool'
import { type ListMcpDefinitionsOptions, matchesOptions } from './filter'

/** The discovered tools of all handlers, as they are registered. Needs no MCP request. */
export async function getMcpTools(options: ListMcpDefinitionsOptions = {}): Promise<McpToolDefinitionListItem[]> {
  return (await selectTools(options)).map(({ definition }) => definition)
}

/** The discovered resources of all handlers, as they are registered. Needs no MCP request. */
export async function getMcpResources(options: ListMcpDefinitionsOptions = {}): Promise<McpResourceDefinitionListItem[]> {
  return (await selectResources(options)).map(({ definition }) => definition)
}

/** The discovered prompts of all handlers, as they are registered. Needs no MCP request. */
export async function getMcpPrompts(options: ListMcpDefinitionsOptions = {}): Promise<McpPromptDefinitionListItem[]> {
  return (await selectPrompts(options)).map(({ definition }) => definition)
}

export function selectTools(options: ListMcpDefinitionsOptions): Promise<CompiledTool[]> {
  return select(compileTools(tools), options)
}

export function selectResources(options: ListMcpDefinitionsOptions): Promise<CompiledResource[]> {
  return select(compileResources(resources, files), options)
}

export function selectPrompts(options: ListMcpDefinitionsOptions): Promise<CompiledPrompt[]> {
  return select(compilePrompts(prompts), options)
}

async function select<C extends CompiledDefinition>(compiled: readonly C[], options: ListMcpDefinitionsOptions): Promise<C[]> {
  const matching = compiled.filter(definition => matchesOptions(definition, options))
  const { event } = options
  if (!event) {
    return matching
  }
  const visible = await Promise.all(matching.map(createGuards(event)))
  return matching.filter((_, index) => visible[index])
}
