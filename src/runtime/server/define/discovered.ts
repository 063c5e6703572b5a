import { toDefinitionName, toDefinitionTitle, toExportName, toExportTitle } from '../../shared/naming'
import { type McpDefinitionKind, isDefined } from './defined'
import type { McpDefinitionBase } from './definition'
import type { McpHandlerOptions } from './handler'
import type { McpPromptDefinitionListItem } from './prompt'
import type { McpResourceDefinitionListItem } from './resource'
import type { McpDefinitionSource, McpHandlerEntry } from './source'
import type { McpToolDefinitionListItem } from './tool'

type Namespace = Readonly<Record<string, unknown>>

interface ListItems {
  tool: McpToolDefinitionListItem
  resource: McpResourceDefinitionListItem
  prompt: McpPromptDefinitionListItem
}

const resolved = new WeakMap<object, McpDefinitionBase>()
const sources = new WeakMap<object, McpDefinitionSource>()
const problems: string[] = []

/**
 * Turns imported files into definitions with their name, title, group and attribution filled in. The files' own
 * objects are left as they are; what cannot be a definition is skipped and reported once the server answers.
 */
export function readDefinitions<K extends McpDefinitionKind>(kind: K, files: readonly (readonly [Namespace, McpDefinitionSource])[]): readonly ListItems[K][] {
  const list: ListItems[K][] = []
  for (const [module, source] of files) {
    for (const [exportName, value] of definitionExports(kind, module, source)) {
      const definition = attempt(() => resolveDefinition(kind, value, exportName, source), source)
      if (definition && !source.skip?.includes(definition.name ?? '')) {
        list.push(definition)
      }
    }
  }
  return Object.freeze(list)
}

/** Handler files and folders with their options; a folder's name always wins over the `name` in its index. */
export function readHandlers(files: readonly (readonly [Namespace | undefined, Omit<McpHandlerEntry, 'options'>])[]): readonly McpHandlerEntry[] {
  return Object.freeze(files.map(([module, entry]) => Object.freeze({
    ...entry,
    options: Object.freeze({ ...readOptions(module, entry.file), name: entry.name }),
  })))
}

/** The default handler's options, or `null` when its file has no usable default export. */
export function readDefaultHandler(module: Namespace, file: string): McpHandlerOptions | null {
  return Object.freeze(readOptions(module, file))
}

/** The catalogue entry made from this object, or the object itself when it was not discovered in a file. */
export function discoveredOf<T extends McpDefinitionBase>(definition: T): T {
  const entry = resolved.get(definition)
  return entry ? entry as T : definition
}

/** Where a discovered definition comes from; `undefined` for one defined inline. */
export function sourceOf(definition: object): McpDefinitionSource | undefined {
  return sources.get(definition)
}

/** What was wrong with discovered files, handed out once so that it is logged once. */
export function takeDiscoveryProblems(): string[] {
  return problems.splice(0)
}

// A definition may have getters, and this runs while the server starts: one that throws must not stop it.
function attempt<T>(run: () => T, source: McpDefinitionSource): T | undefined {
  try {
    return run()
  }
  catch (error) {
    problems.push(`\`${source.file}\`: the definition cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

function definitionExports(kind: McpDefinitionKind, module: Namespace, source: McpDefinitionSource): [exportName: string, value: object][] {
  const found: [string, object][] = []
  for (const [exportName, value] of Object.entries(module)) {
    if (exportName === 'default') {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        found.unshift([exportName, value])
      }
      else {
        problems.push(`\`${source.file}\`: the default export is ${value === null ? 'null' : Array.isArray(value) ? 'an array' : `of type ${typeof value}`}. Export the result of \`${defineName(kind)}()\`.`)
      }
    }
    else if (isDefined(kind, value) && value !== module.default) {
      found.push([exportName, value])
    }
  }
  return found
}

function resolveDefinition<K extends McpDefinitionKind>(kind: K, value: object, exportName: string, source: McpDefinitionSource): ListItems[K] {
  // The object comes from a user's file; its fields are checked when it is compiled.
  const own = value as ListItems[K]
  const isDefault = exportName === 'default'
  const metadataTitle = 'metadata' in own ? own.metadata?.title : undefined
  const group = own.group || source.group || own._meta?.group
  const definition: ListItems[K] = {
    ...own,
    name: own.name || (isDefault ? toDefinitionName(source.filename, source.group) : toExportName(exportName)),
    title: own.title || metadataTitle || (isDefault ? toDefinitionTitle(source.filename, source.group) : toExportTitle(exportName)),
    ...(typeof group === 'string' && group ? { group } : {}),
    _meta: {
      ...own._meta,
      filename: source.filename,
      ...(source.handler ? { handler: source.handler } : {}),
    },
  }
  Object.freeze(definition)
  resolved.set(value, definition)
  sources.set(definition, source)
  return definition
}

function readOptions(module: Namespace | undefined, file: string | undefined): McpHandlerOptions {
  const value = module?.default
  if (typeof value === 'object' && value !== null) {
    return { ...value }
  }
  if (file !== undefined) {
    problems.push(`\`${file}\`: the default export is not an object. Export the result of \`defineMcpHandler()\`.`)
  }
  return {}
}

function defineName(kind: McpDefinitionKind): string {
  return { tool: 'defineMcpTool', resource: 'defineMcpResource', prompt: 'defineMcpPrompt' }[kind]
}
