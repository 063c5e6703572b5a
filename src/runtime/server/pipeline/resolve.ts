import type { H3Event } from 'h3'
import { compilePrompts, compileResources, compileTools } from '../compile/compile'
import { type DefinitionPools, createPools } from '../compile/pool'
import { discoveredOf } from '../define/discovered'
import type { McpDefinitionBase } from '../define/definition'
import type { McpDynamicDefinitions, McpHandlerOptions } from '../define/handler'
import { log } from '../observability/log'
import type { Endpoint } from './endpoint'

/**
 * The definitions that an endpoint can serve to this request, before guards. Functions are asked in the order tools,
 * resources, prompts; an endpoint without functions has its answer ready.
 */
export async function resolvePools(endpoint: Endpoint, event: H3Event): Promise<DefinitionPools> {
  const { options, pools, files } = endpoint
  if (!isDynamic(options)) {
    return pools
  }
  const tools = isFunction(options.tools) ? compileTools(await callDynamic('tools', options.tools, event)) : pools.tools.all
  const resources = isFunction(options.resources) ? compileResources(await callDynamic('resources', options.resources, event), files) : [...pools.resources.all, ...pools.templates.all]
  const prompts = isFunction(options.prompts) ? compilePrompts(await callDynamic('prompts', options.prompts, event)) : pools.prompts.all
  return createPools(tools, resources, prompts)
}

/** A fixed list as the endpoint serves it: catalogue entries in place of the objects that they were made from. */
export function resolveList<T extends McpDefinitionBase>(list: readonly T[]): T[] {
  return list.map(entry => typeof entry === 'object' && entry !== null ? discoveredOf(entry) : entry)
}

type DefinitionsFunction<T> = Extract<McpDynamicDefinitions<T>, (event: H3Event) => unknown>

/** Whether an endpoint's definitions depend on the request. */
export function isDynamic({ tools, resources, prompts }: McpHandlerOptions): boolean {
  return isFunction(tools) || isFunction(resources) || isFunction(prompts)
}

function isFunction<T>(definitions: McpDynamicDefinitions<T> | undefined): definitions is DefinitionsFunction<T> {
  return typeof definitions === 'function'
}

async function callDynamic<T extends McpDefinitionBase>(kind: string, definitions: DefinitionsFunction<T>, event: H3Event): Promise<T[]> {
  const list: unknown = await definitions(event)
  if (list === undefined || list === null) {
    return []
  }
  if (!Array.isArray(list)) {
    log.error(`The \`${kind}\` function of the handler for \`${event.path}\` returned a value of type ${typeof list}; it has to return an array. No ${kind} are served.`)
    return []
  }
  return resolveList<T>(list)
}
