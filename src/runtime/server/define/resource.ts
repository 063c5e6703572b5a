import type { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Variables } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'
import type { Annotations, ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import type { McpCache, McpCacheOptions } from './cache'
import type { McpCacheHint } from './cache-hint'
import { markDefined } from './defined'
import type { McpDefinitionBase } from './definition'
import type { McpRequestExtra } from './extra'

/** Audience, priority and modification time of a resource. */
export type McpResourceAnnotations = Annotations

/** Resource metadata. Keys that the MCP `Resource` object does not have travel under `_meta`. */
export type McpResourceMetadata = Partial<Omit<Resource, 'uri' | 'name'>> & Record<string, unknown>

/** What a resource handler may return: `contents`, or a string that becomes one text item. */
export type McpResourceCallbackResult = ReadResourceResult | string

export type McpStaticResourceCallback = (uri: URL, extra: McpRequestExtra) => McpResourceCallbackResult | Promise<McpResourceCallbackResult>
export type McpTemplateResourceCallback = (uri: URL, variables: Variables, extra: McpRequestExtra) => McpResourceCallbackResult | Promise<McpResourceCallbackResult>

/** `(uri, variables, extra)` for a template, `(uri, extra)` for a fixed URI. */
export type McpResourceCallback<Uri extends string | ResourceTemplate>
  = Uri extends ResourceTemplate ? McpTemplateResourceCallback
    : Uri extends `${string}{${string}}${string}` ? McpTemplateResourceCallback
      : McpStaticResourceCallback

export type McpResourceCacheKeyArgs<Uri extends string | ResourceTemplate> = [...Parameters<McpResourceCallback<Uri>>, event: H3Event]
export type McpResourceCacheOptions<Uri extends string | ResourceTemplate = string> = McpCacheOptions<McpResourceCacheKeyArgs<Uri>>
export type McpResourceCache<Uri extends string | ResourceTemplate = string> = McpCache<McpResourceCacheKeyArgs<Uri>>

/** `ttlMs` and `cacheScope` are about what `resources/read` answers. */
interface McpResourceDefinitionBase extends McpDefinitionBase, McpCacheHint {
  /** `mimeType`, `annotations`, `size`, `icons`, and any keys of your own. */
  metadata?: McpResourceMetadata
}

/**
 * A resource at a URI.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources
 */
export interface StandardMcpResourceDefinition<Uri extends string | ResourceTemplate = string | ResourceTemplate> extends McpResourceDefinitionBase {
  /** A fixed URI, an RFC 6570 template such as `user://{id}`, or the SDK's `ResourceTemplate`. */
  uri: Uri
  file?: never
  /** Caches results: milliseconds, a duration such as `'5m'`, or options. Entries are shared by all callers. */
  cache?: McpResourceCache<Uri>
  handler: McpResourceCallback<Uri>
}

/** A resource that serves a file of the project; the build bundles it. */
export interface FileMcpResourceDefinition extends McpResourceDefinitionBase {
  /** Path relative to the project root. Must be a string literal, and lie inside the project. */
  file: string
  /** @default `file:///<path relative to the project root>` */
  uri?: string
  cache?: McpResourceCache<string>
  /** Replaces the default handler, which serves the file's content. */
  handler?: McpStaticResourceCallback
}

/** A resource at a URI, or one that serves a file. */
export type McpResourceDefinition = StandardMcpResourceDefinition | FileMcpResourceDefinition

/** Any resource definition: the element type of `resources: [...]`. */
export interface McpResourceDefinitionListItem extends McpResourceDefinitionBase {
  uri?: string | ResourceTemplate
  file?: string
  cache?: McpCache
  handler?: (...args: never[]) => unknown
}

/**
 * Defines a resource. Returns the same object; the call is there for its types and so that named exports are found.
 *
 * @example
 * export default defineMcpResource({
 *   uri: 'user://{id}',
 *   handler: async (uri, { id }) => JSON.stringify(await getUser(id)),
 * })
 */
export function defineMcpResource(definition: FileMcpResourceDefinition): FileMcpResourceDefinition
export function defineMcpResource<const Uri extends string | ResourceTemplate>(definition: StandardMcpResourceDefinition<Uri>): StandardMcpResourceDefinition<Uri>
export function defineMcpResource<T extends McpResourceDefinitionListItem>(definition: T): T {
  markDefined('resource', definition)
  return definition
}
