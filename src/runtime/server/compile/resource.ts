import type { Resource } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { findCacheHintProblem } from '../../shared/cache-hint'
import { lazy } from '../../shared/lazy'
import { cacheHandler } from '../cache/cached-handler'
import type { McpRequestExtra } from '../define/extra'
import type { McpResourceDefinitionListItem } from '../define/resource'
import type { McpBundledFile } from '../define/source'
import { toRpcError } from '../results/errors'
import { toResourceResult } from '../results/resource-result'
import { isRecord } from '../results/tool-result'
import { assertCommonFields, enabledOf, requireHandler, wireMeta, withoutUndefined } from './common-fields'
import type { CompiledResource } from './compiled'
import { DefinitionError } from './definition-error'
import { createFileHandler } from './file-resource'
import { createUriMatcher, isUriTemplate } from './uri-template'
import { parseUrl } from '../../shared/parse-url'

/** The keys that an MCP `Resource` has beside `uri` and `name`; others go under `_meta`. */
const WIRE_KEYS = new Set(['title', 'description', 'mimeType', 'annotations', 'size', 'icons'])

type Invoke = (event: H3Event, extra: McpRequestExtra, ...args: unknown[]) => unknown

/**
 * Derives once what serving a resource needs.
 *
 * @param files the bundled contents of file resources, by the path as written
 * @throws {DefinitionError} when the definition cannot be served
 */
export function compileResource(definition: McpResourceDefinitionListItem, files: Readonly<Record<string, McpBundledFile>>): CompiledResource {
  assertCommonFields(definition)
  if (definition.metadata !== undefined && !isRecord(definition.metadata)) {
    throw new DefinitionError('`metadata` has to be an object')
  }
  const hintProblem = findCacheHintProblem(definition)
  if (hintProblem !== undefined) {
    throw new DefinitionError(hintProblem)
  }
  const { name } = definition
  const file = bundledFile(definition, files)
  const source = uriOf(definition, file)
  const invoke = compileInvoke(definition, name, file)
  const metadata = toMetadata(definition, file)
  const base = {
    name,
    definition,
    enabled: enabledOf(definition),
    async read(uri: URL, variables: Record<string, string | string[]> | undefined, extra: McpRequestExtra, event: H3Event) {
      try {
        return toResourceResult(await invoke(event, extra, uri, ...(variables ? [variables] : [])), uri, name, definition.metadata?.mimeType)
      }
      catch (error) {
        throw toRpcError(error, `Resource \`${name}\``)
      }
    },
  }
  if (typeof source !== 'string' || isUriTemplate(source)) {
    const template = typeof source === 'string' ? undefined : source
    const uri = template ? template.uriTemplate.toString() : String(source)
    return { ...base, kind: 'template', uri, match: createUriMatcher(uri), template, entry: lazy(() => ({ uriTemplate: uri, name, ...metadata })) }
  }
  const uri = normalizeUri(source)
  return { ...base, kind: 'resource', uri, entry: lazy(() => ({ uri, name, ...metadata })) }
}

function bundledFile(definition: McpResourceDefinitionListItem, files: Readonly<Record<string, McpBundledFile>>): McpBundledFile | undefined {
  if (definition.file === undefined) {
    return undefined
  }
  const file = Object.hasOwn(files, definition.file) ? files[definition.file] : undefined
  if (!file) {
    throw new DefinitionError(`\`file\` \`${definition.file}\` was not bundled. It has to be a string literal in \`defineMcpResource()\` and name a file inside the project`)
  }
  return file
}

function uriOf(definition: McpResourceDefinitionListItem, file: McpBundledFile | undefined) {
  const { uri } = definition
  if (uri === undefined) {
    if (file) {
      return new URL(`file:///${file.path.split('/').map(encodeURIComponent).join('/')}`).href
    }
    throw new DefinitionError('it has neither `uri` nor `file`')
  }
  if (typeof uri === 'string' || (isRecord(uri) && isRecord(uri.uriTemplate))) {
    return uri
  }
  throw new DefinitionError('`uri` has to be a string or a `ResourceTemplate`')
}

function normalizeUri(uri: string): string {
  const url = parseUrl(uri)
  if (!url) {
    throw new DefinitionError(`\`uri\` \`${uri}\` is not an absolute URI`)
  }
  return url.href
}

function compileInvoke(definition: McpResourceDefinitionListItem, name: string, file: McpBundledFile | undefined): Invoke {
  const handler = definition.handler === undefined && file
    ? createFileHandler(file, definition.metadata?.mimeType)
    : requireHandler<unknown[]>(definition)
  const attributed = definition._meta?.handler
  const cached = cacheHandler<unknown[]>(handler, definition.cache, {
    name: `mcp-resource:${name}`,
    label: `Resource \`${name}\``,
    owner: typeof attributed === 'string' ? attributed : undefined,
    subject: ([uri]) => String(uri),
  })
  return cached ?? ((_event, extra, ...args) => handler(...args, extra))
}

function toMetadata(definition: McpResourceDefinitionListItem, file: McpBundledFile | undefined): Omit<Resource, 'uri' | 'name'> {
  const { _meta: authored, uri: _, name: __, ...metadata } = definition.metadata ?? {}
  const custom = Object.entries(metadata).filter(([key]) => !WIRE_KEYS.has(key))
  const meta = { ...wireMeta(definition), ...Object.fromEntries(custom), ...(isRecord(authored) ? authored : {}) }
  return withoutUndefined({
    title: definition.title || metadata.title,
    description: definition.description ?? metadata.description,
    mimeType: metadata.mimeType ?? file?.mimeType,
    annotations: metadata.annotations,
    size: metadata.size ?? file?.size,
    icons: metadata.icons,
    _meta: Object.keys(meta).length > 0 ? meta : undefined,
  })
}
