import type { CompiledDefinition } from '../compile/compiled'
import { selectPrompts, selectResources, selectTools } from './catalogue'
import type { ListMcpDefinitionsOptions } from './filter'

/** What clients see of a tool, as plain data. */
export interface McpToolSummary {
  name: string
  title?: string
  description?: string
  group?: string
  tags?: string[]
  /** Handler folder that the definition belongs to. */
  handler?: string
}

/** What clients see of a prompt, as plain data. */
export type McpPromptSummary = McpToolSummary

/** What clients see of a resource, as plain data. */
export interface McpResourceSummary extends McpToolSummary {
  /** The URI, or the template as written. */
  uri: string
}

export interface McpDefinitionsSummary {
  tools: McpToolSummary[]
  resources: McpResourceSummary[]
  prompts: McpPromptSummary[]
}

/** Summaries of the discovered tools of all handlers. Needs no MCP request. */
export async function listMcpTools(options: ListMcpDefinitionsOptions = {}): Promise<McpToolSummary[]> {
  return (await selectTools(options)).map(summarize)
}

/** Summaries of the discovered resources of all handlers. Needs no MCP request. */
export async function listMcpResources(options: ListMcpDefinitionsOptions = {}): Promise<McpResourceSummary[]> {
  return (await selectResources(options)).map(resource => ({ ...summarize(resource), uri: resource.uri }))
}

/** Summaries of the discovered prompts of all handlers. Needs no MCP request. */
export async function listMcpPrompts(options: ListMcpDefinitionsOptions = {}): Promise<McpPromptSummary[]> {
  return (await selectPrompts(options)).map(summarize)
}

/** Summaries of everything that was discovered. Needs no MCP request. */
export async function listMcpDefinitions(options: ListMcpDefinitionsOptions = {}): Promise<McpDefinitionsSummary> {
  const [tools, resources, prompts] = await Promise.all([listMcpTools(options), listMcpResources(options), listMcpPrompts(options)])
  return { tools, resources, prompts }
}

function summarize(compiled: CompiledDefinition): McpToolSummary {
  const { definition } = compiled
  const { title, description } = compiled.entry()
  const handler = definition._meta?.handler
  return {
    name: compiled.name,
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    ...(definition.group ? { group: definition.group } : {}),
    ...(definition.tags?.length ? { tags: [...definition.tags] } : {}),
    ...(typeof handler === 'string' && handler ? { handler } : {}),
  }
}
