import type { CallToolResult, GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceTemplate, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { ResourceTemplate as SdkResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { H3Event } from 'h3'
import type { McpEnabled } from '../define/definition'
import type { McpRequestExtra } from '../define/extra'
import type { McpPromptDefinitionListItem } from '../define/prompt'
import type { McpResourceDefinitionListItem } from '../define/resource'
import type { McpToolDefinitionListItem } from '../define/tool'
import type { Parser } from './parser'
import type { UriMatcher } from './uri-template'

interface Compiled<Definition> {
  readonly name: string
  readonly definition: Definition
  readonly enabled: McpEnabled
}

/** A tool, ready to list and call. */
export interface CompiledTool extends Compiled<McpToolDefinitionListItem> {
  readonly kind: 'tool'
  /** The entry of `tools/list`. Made on first use: schemas cost time at a cold start that only lists need. */
  readonly entry: () => Tool
  readonly call: (args: unknown, extra: McpRequestExtra, event: H3Event) => CallToolResult | Promise<CallToolResult>
}

interface CompiledResourceBase extends Compiled<McpResourceDefinitionListItem> {
  readonly read: (uri: URL, variables: Record<string, string | string[]> | undefined, extra: McpRequestExtra, event: H3Event) => Promise<ReadResourceResult>
}

/** A resource at a fixed URI. */
export interface CompiledStaticResource extends CompiledResourceBase {
  readonly kind: 'resource'
  /** In the normal form of the WHATWG URL parser, which lookups use too. */
  readonly uri: string
  readonly entry: () => Resource
}

/** A resource whose URI is a template. */
export interface CompiledTemplateResource extends CompiledResourceBase {
  readonly kind: 'template'
  /** The template as written. */
  readonly uri: string
  readonly match: UriMatcher
  /** Set when the definition passed the SDK's class, which can list instances and complete variables. */
  readonly template: SdkResourceTemplate | undefined
  readonly entry: () => ResourceTemplate
}

export type CompiledResource = CompiledStaticResource | CompiledTemplateResource

/** A prompt, ready to list and get. */
export interface CompiledPrompt extends Compiled<McpPromptDefinitionListItem> {
  readonly kind: 'prompt'
  readonly parser: Parser | undefined
  readonly entry: () => Prompt
  readonly get: (args: unknown, extra: McpRequestExtra, event: H3Event) => Promise<GetPromptResult>
}

export type CompiledDefinition = CompiledTool | CompiledResource | CompiledPrompt
