import type { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CompiledDefinition, CompiledPrompt, CompiledStaticResource, CompiledTemplateResource, CompiledTool } from '../compile/compiled'
import type { McpDefinitionBase } from '../define/definition'
import type { McpPromptDefinitionListItem } from '../define/prompt'
import type { McpResourceDefinitionListItem, McpResourceMetadata } from '../define/resource'
import type { McpSchema } from '../define/schema'
import type { McpToolDefinitionListItem } from '../define/tool'
import type { LiveEntry, LiveRegistry } from './live-registry'

type Callback = (...args: never[]) => unknown

/** What every handle of a registration can do. Each change tells the client that the list changed. */
interface HandleBase {
  /** False while it is hidden from the client. */
  readonly enabled: boolean
  enable: () => void
  disable: () => void
  remove: () => void
}

interface PatchBase {
  /** A new name; `null` removes. */
  name?: string | null
  title?: string
  enabled?: boolean
}

/** Changes to a tool; the keys are the SDK's. */
export interface McpToolPatch extends PatchBase {
  description?: string
  paramsSchema?: McpSchema
  outputSchema?: McpSchema
  annotations?: McpToolDefinitionListItem['annotations']
  _meta?: Record<string, unknown>
  callback?: Callback
}

/** Changes to a prompt; the keys are the SDK's. */
export interface McpPromptPatch extends PatchBase {
  description?: string
  argsSchema?: McpSchema
  callback?: Callback
}

/** Changes to a resource; the keys are the SDK's. */
export interface McpResourcePatch extends PatchBase {
  /** A new URI; `null` removes. */
  uri?: string | null
  metadata?: McpResourceMetadata
  callback?: Callback
}

/** Changes to a resource template; the keys are the SDK's. */
export interface McpResourceTemplatePatch extends PatchBase {
  template?: ResourceTemplate
  metadata?: McpResourceMetadata
  callback?: Callback
}

/** A tool that was registered while its session lasts. */
export interface McpToolHandle extends HandleBase, Readonly<Pick<McpToolDefinitionListItem, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | '_meta' | 'handler'>> {
  update: (patch: McpToolPatch) => void
}

/** A prompt that was registered while its session lasts. */
export interface McpPromptHandle extends HandleBase, Readonly<Pick<McpPromptDefinitionListItem, 'name' | 'title' | 'description'>> {
  readonly argsSchema?: McpSchema
  readonly callback: Callback
  update: (patch: McpPromptPatch) => void
}

interface ResourceHandleBase extends HandleBase, Readonly<Pick<McpResourceDefinitionListItem, 'name' | 'title' | 'metadata'>> {
  readonly readCallback?: Callback
}

/** A resource that was registered while its session lasts. */
export interface McpResourceHandle extends ResourceHandleBase {
  readonly uri: string
  update: (patch: McpResourcePatch) => void
}

/** A resource template that was registered while its session lasts. */
export interface McpResourceTemplateHandle extends ResourceHandleBase {
  readonly resourceTemplate: ResourceTemplate | undefined
  update: (patch: McpResourceTemplatePatch) => void
}

/** The handle of a registered tool. */
export function toolHandle(registry: LiveRegistry<McpToolDefinitionListItem, CompiledTool>, entry: LiveEntry<CompiledTool>): McpToolHandle {
  const now = () => entry.compiled.definition
  return {
    ...controls(registry, entry),
    get enabled() { return entry.enabled },
    get name() { return now().name },
    get title() { return now().title },
    get description() { return now().description },
    get inputSchema() { return now().inputSchema },
    get outputSchema() { return now().outputSchema },
    get annotations() { return now().annotations },
    get _meta() { return now()._meta },
    get handler() { return now().handler },
    update: ({ paramsSchema, callback, ...patch }) => change(registry, entry, { ...patch, inputSchema: paramsSchema, handler: callback }),
  }
}

/** The handle of a registered prompt. */
export function promptHandle(registry: LiveRegistry<McpPromptDefinitionListItem, CompiledPrompt>, entry: LiveEntry<CompiledPrompt>): McpPromptHandle {
  const now = () => entry.compiled.definition
  return {
    ...controls(registry, entry),
    get enabled() { return entry.enabled },
    get name() { return now().name },
    get title() { return now().title },
    get description() { return now().description },
    get argsSchema() { return now().inputSchema },
    get callback() { return now().handler },
    update: ({ argsSchema, callback, ...patch }) => change(registry, entry, { ...patch, inputSchema: argsSchema, handler: callback }),
  }
}

/** The handle of a registered resource. */
export function resourceHandle(registry: LiveRegistry<McpResourceDefinitionListItem, CompiledStaticResource>, entry: LiveEntry<CompiledStaticResource>): McpResourceHandle {
  const now = () => entry.compiled.definition
  return {
    ...controls(registry, entry),
    get enabled() { return entry.enabled },
    get name() { return now().name },
    get title() { return now().title },
    get metadata() { return now().metadata },
    get uri() { return entry.compiled.uri },
    get readCallback() { return now().handler },
    update: ({ uri, callback, ...patch }) => uri === null
      ? void registry.remove(entry)
      : change(registry, entry, { ...patch, uri, handler: callback }),
  }
}

/** The handle of a registered resource template. */
export function templateHandle(registry: LiveRegistry<McpResourceDefinitionListItem, CompiledTemplateResource>, entry: LiveEntry<CompiledTemplateResource>): McpResourceTemplateHandle {
  const now = () => entry.compiled.definition
  return {
    ...controls(registry, entry),
    get enabled() { return entry.enabled },
    get name() { return now().name },
    get title() { return now().title },
    get metadata() { return now().metadata },
    get resourceTemplate() { return entry.compiled.template },
    get readCallback() { return now().handler },
    update: ({ template, callback, ...patch }) => change(registry, entry, { ...patch, uri: template, handler: callback }),
  }
}

function controls<D extends McpDefinitionBase, C extends CompiledDefinition & { definition: D }>(registry: LiveRegistry<D, C>, entry: LiveEntry<C>) {
  return {
    enable: () => registry.change(entry, undefined, true),
    disable: () => registry.change(entry, undefined, false),
    remove: () => {
      registry.remove(entry)
    },
  }
}

function change<D extends McpDefinitionBase, C extends CompiledDefinition & { definition: D }>(registry: LiveRegistry<D, C>, entry: LiveEntry<C>, { name, enabled, ...rest }: Partial<Omit<D, 'name' | 'enabled'>> & PatchBase): void {
  if (name === null) {
    registry.remove(entry)
    return
  }
  const given = Object.fromEntries(Object.entries({ name, ...rest }).filter(([, value]) => value !== undefined))
  registry.change(entry, { ...entry.compiled.definition, ...given }, enabled ?? entry.enabled)
}
