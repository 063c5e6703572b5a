import type { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CompiledPrompt, CompiledStaticResource, CompiledTemplateResource, CompiledTool } from '../compile/compiled'
import { type DefinitionPools, createPools } from '../compile/pool'
import { compilePrompt } from '../compile/prompt'
import { compileResource } from '../compile/resource'
import { compileTool } from '../compile/tool'
import type { McpPromptDefinitionListItem } from '../define/prompt'
import type { McpResourceDefinitionListItem, McpResourceMetadata } from '../define/resource'
import type { McpToolDefinitionListItem } from '../define/tool'
import { type McpPromptHandle, type McpResourceHandle, type McpResourceTemplateHandle, type McpToolHandle, promptHandle, resourceHandle, templateHandle, toolHandle } from './live-handles'
import { LiveRegistry } from './live-registry'

/** The lists that a client is told about when they change. */
export type ListKind = 'tools' | 'resources' | 'prompts'

/**
 * The definitions of one session (or of one request without sessions) while it lasts: what it started with, and what
 * was registered, changed and removed since. Definitions that nobody touches stay shared between all sessions.
 */
export class LiveDefinitions {
  private readonly tools: LiveRegistry<McpToolDefinitionListItem, CompiledTool>
  private readonly prompts: LiveRegistry<McpPromptDefinitionListItem, CompiledPrompt>
  private readonly resources: LiveRegistry<McpResourceDefinitionListItem, CompiledStaticResource>
  private readonly templates: LiveRegistry<McpResourceDefinitionListItem, CompiledTemplateResource>
  private current: DefinitionPools | undefined

  constructor(base: DefinitionPools, private readonly onChange: (list: ListKind) => void) {
    this.current = base
    this.tools = new LiveRegistry({ label: 'Tool', base: base.tools.all, keyOf: tool => tool.name, compile: compileTool, onChange: this.changed('tools') })
    this.prompts = new LiveRegistry({ label: 'Prompt', base: base.prompts.all, keyOf: prompt => prompt.name, compile: compilePrompt, onChange: this.changed('prompts') })
    this.resources = new LiveRegistry({ label: 'Resource', base: base.resources.all, keyOf: resource => resource.uri, compile: compileFixed, onChange: this.changed('resources') })
    this.templates = new LiveRegistry({ label: 'Resource template', base: base.templates.all, keyOf: template => template.uri, compile: compileTemplate, onChange: this.changed('resources') })
  }

  /** What the client sees now. */
  get pools(): DefinitionPools {
    return this.current ??= createPools(this.tools.list(), [...this.resources.list(), ...this.templates.list()], this.prompts.list())
  }

  /** Whether the definition is there but switched off, which the SDK words differently from its absence. */
  isDisabled(kind: 'tool' | 'prompt' | 'resource', key: string): boolean {
    const registry = { tool: this.tools, prompt: this.prompts, resource: this.resources }[kind]
    return registry.isDisabled(key)
  }

  /** @throws {Error} when the name is taken or the definition cannot be served */
  registerTool(name: string, config: Omit<McpToolDefinitionListItem, 'name' | 'handler'>, handler: McpToolDefinitionListItem['handler']): McpToolHandle {
    return toolHandle(this.tools, this.tools.add({ ...config, name, handler }))
  }

  /** @throws {Error} when the name is taken or the definition cannot be served */
  registerPrompt(name: string, { argsSchema, ...config }: Omit<McpPromptDefinitionListItem, 'name' | 'handler' | 'inputSchema'> & { argsSchema?: McpPromptDefinitionListItem['inputSchema'] }, handler: McpPromptDefinitionListItem['handler']): McpPromptHandle {
    return promptHandle(this.prompts, this.prompts.add({ ...config, inputSchema: argsSchema, name, handler }))
  }

  /** @throws {Error} when the URI is taken or the definition cannot be served */
  registerResource(name: string, uri: string, metadata: McpResourceMetadata, handler: (...args: never[]) => unknown): McpResourceHandle
  registerResource(name: string, template: ResourceTemplate, metadata: McpResourceMetadata, handler: (...args: never[]) => unknown): McpResourceTemplateHandle
  registerResource(name: string, uri: string | ResourceTemplate, metadata: McpResourceMetadata, handler: (...args: never[]) => unknown): McpResourceHandle | McpResourceTemplateHandle {
    const definition = { name, uri, metadata, title: metadata.title, handler }
    return typeof uri === 'string'
      ? resourceHandle(this.resources, this.resources.add(definition))
      : templateHandle(this.templates, this.templates.add(definition))
  }

  /** Removes a tool by its current name; false when there is none. */
  removeTool(name: string): boolean {
    return this.tools.removeNamed(name)
  }

  /** Removes a prompt by its current name; false when there is none. */
  removePrompt(name: string): boolean {
    return this.prompts.removeNamed(name)
  }

  /** Removes the resources and templates with this name or URI; false when there is none. */
  removeResource(name: string): boolean {
    return [this.resources.removeNamed(name), this.templates.removeNamed(name)].includes(true)
  }

  private changed(list: ListKind): () => void {
    return () => {
      this.current = undefined
      this.onChange(list)
    }
  }
}

function compileFixed(definition: McpResourceDefinitionListItem): CompiledStaticResource {
  const compiled = compileResource(definition, {})
  if (compiled.kind !== 'resource') {
    throw new Error(`\`${compiled.uri}\` is a template; pass it as a \`ResourceTemplate\``)
  }
  return compiled
}

function compileTemplate(definition: McpResourceDefinitionListItem): CompiledTemplateResource {
  const compiled = compileResource(definition, {})
  if (compiled.kind !== 'template') {
    throw new Error(`\`${compiled.uri}\` has no variables; pass it as a string`)
  }
  return compiled
}
