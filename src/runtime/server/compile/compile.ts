import type { McpPromptDefinitionListItem } from '../define/prompt'
import type { McpResourceDefinitionListItem } from '../define/resource'
import type { McpBundledFile } from '../define/source'
import type { McpToolDefinitionListItem } from '../define/tool'
import { reportOnce } from '../observability/log'
import type { CompiledPrompt, CompiledResource, CompiledTool } from './compiled'
import { describeDefinition } from './describe'
import { compilePrompt } from './prompt'
import { compileResource } from './resource'
import { compileTool } from './tool'
import { isObject } from '../../shared/is-object'

// `null` remembers that a definition cannot be served, so that it is not tried again on every request.
const tools = new WeakMap<object, CompiledTool | null>()
const resources = new WeakMap<object, CompiledResource | null>()
const prompts = new WeakMap<object, CompiledPrompt | null>()

/** Compiles tools, each object once per process. One that fails is left out and logged with its file. */
export function compileTools(definitions: readonly McpToolDefinitionListItem[]): CompiledTool[] {
  return compileAll('Tool', definitions, tools, compileTool)
}

/** Compiles resources, each object once per process. One that fails is left out and logged with its file. */
export function compileResources(definitions: readonly McpResourceDefinitionListItem[], files: Readonly<Record<string, McpBundledFile>>): CompiledResource[] {
  return compileAll('Resource', definitions, resources, definition => compileResource(definition, files))
}

/** Compiles prompts, each object once per process. One that fails is left out and logged with its file. */
export function compilePrompts(definitions: readonly McpPromptDefinitionListItem[]): CompiledPrompt[] {
  return compileAll('Prompt', definitions, prompts, compilePrompt)
}

function compileAll<D extends object, C>(label: string, definitions: readonly D[], memory: WeakMap<object, C | null>, compile: (definition: D) => C): C[] {
  const list: C[] = []
  for (const definition of definitions) {
    const compiled = isObject(definition) ? memory.get(definition) : null
    if (compiled === undefined) {
      const fresh = compileOne(label, definition, compile)
      memory.set(definition, fresh)
      if (fresh) {
        list.push(fresh)
      }
    }
    else if (compiled) {
      list.push(compiled)
    }
    else if (!isObject(definition)) {
      reportOnce('error', `${label} skipped: an entry of the list is not an object.`)
    }
  }
  return list
}

function compileOne<D, C>(label: string, definition: D, compile: (definition: D) => C): C | null {
  try {
    return compile(definition)
  }
  catch (error) {
    reportOnce('error', `${describeDefinition(label, definition)} is left out: ${error instanceof Error ? error.message : String(error)}.`)
    return null
  }
}
