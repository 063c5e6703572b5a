import { getCompleter, isCompletable } from '@modelcontextprotocol/sdk/server/completable.js'
import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import type { CompiledPrompt, CompiledTemplateResource } from '../compile/compiled'
import { type DefinitionPools, type Pool, perPool } from '../compile/pool'
import { toRpcError } from '../results/errors'
import { type DefinitionView, findVisible } from './view'
import { isObject } from '../../shared/is-object'

type Completer = (value: string, context?: { arguments?: Record<string, string> }) => string[] | Promise<string[]>

/** Most values that a completion result carries; the specification's limit. */
const MOST_VALUES = 100

/** Whether any prompt argument or template variable of the endpoint can be completed. */
export function hasCompletions({ prompts, templates }: DefinitionPools): boolean {
  return promptsComplete(prompts) || templatesComplete(templates)
}

const promptsComplete = perPool((pool: Pool<CompiledPrompt>) => pool.all.some(prompt => completersOf(prompt).size > 0))
const templatesComplete = perPool((pool: Pool<CompiledTemplateResource>) => pool.all.some(template => variablesOf(template).some(variable => template.template?.completeCallback(variable))))

/** Answers `completion/complete`. */
export async function complete(view: DefinitionView, { ref, argument, context }: CompleteRequest['params']): Promise<CompleteResult> {
  const completer = ref.type === 'ref/prompt'
    ? await promptCompleter(view, ref.name, argument.name)
    : await templateCompleter(view, ref.uri, argument.name)
  if (!completer) {
    return { completion: { values: [], hasMore: false } }
  }
  try {
    const suggested: unknown = await completer(argument.value, context)
    const values = Array.isArray(suggested) ? suggested.map(String) : []
    return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES } }
  }
  catch (error) {
    throw toRpcError(error, `Completion of \`${argument.name}\``)
  }
}

async function promptCompleter(view: DefinitionView, name: string, argument: string): Promise<Completer | undefined> {
  const prompt = await findVisible(view, view.pools.prompts, name)
  if (!prompt) {
    throw new RpcError(INVALID_PARAMS, `MCP error -32602: Prompt ${name} not found`)
  }
  return completersOf(prompt).get(argument)
}

async function templateCompleter(view: DefinitionView, uri: string, argument: string): Promise<Completer | undefined> {
  const template = await findVisible(view, view.pools.templates, uri)
  if (template) {
    return variablesOf(template).includes(argument) ? template.template?.completeCallback(argument) : undefined
  }
  if (await findVisible(view, view.pools.resources, uri)) {
    return undefined
  }
  throw new RpcError(INVALID_PARAMS, `MCP error -32602: Resource template ${uri} not found`)
}

function variablesOf({ template }: CompiledTemplateResource): string[] {
  return template ? template.uriTemplate.variableNames : []
}

const completers = new WeakMap<CompiledPrompt, ReadonlyMap<string, Completer>>()

function completersOf(prompt: CompiledPrompt): ReadonlyMap<string, Completer> {
  let found = completers.get(prompt)
  if (!found) {
    found = new Map(Object.entries(shapeOf(prompt)).flatMap(([name, field]) => {
      const completer = findCompleter(field)
      return completer ? [[name, completer]] : []
    }))
    completers.set(prompt, found)
  }
  return found
}

function shapeOf({ parser }: CompiledPrompt): object {
  const holder: unknown = parser?.version === 4 ? parser.schema._zod.def : parser?.schema
  return typeof holder === 'object' && holder !== null && 'shape' in holder && typeof holder.shape === 'object' && holder.shape !== null ? holder.shape : {}
}

// `completable(schema, complete).optional()` hides the callback inside the wrapper.
function findCompleter(field: unknown): Completer | undefined {
  let current: unknown = field
  while (typeof current === 'object' && current !== null) {
    const completer: unknown = isSchemaLike(current) && isCompletable(current) ? getCompleter(current) : undefined
    if (typeof completer === 'function') {
      // Typed by the schema that it completes, whose argument is a string on the wire.
      return completer as Completer
    }
    current = innerOf(current)
  }
  return undefined
}

function innerOf(schema: object): unknown {
  const def: unknown = '_zod' in schema && isObject(schema._zod) && 'def' in schema._zod ? schema._zod.def : '_def' in schema ? schema._def : undefined
  return isObject(def) && 'innerType' in def ? def.innerType : undefined
}

function isSchemaLike(value: object): value is Parameters<typeof getCompleter>[0] {
  return '_zod' in value || '_def' in value
}
