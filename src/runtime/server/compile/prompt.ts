import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR, INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import { lazy } from '../../shared/lazy'
import type { McpPromptDefinitionListItem } from '../define/prompt'
import { textItem } from '../results/content'
import { toRpcError } from '../results/errors'
import { isRecord } from '../results/tool-result'
import { assertCommonFields, enabledOf, requireHandler, wireMeta, withoutUndefined } from './common-fields'
import type { CompiledPrompt } from './compiled'
import { DefinitionError } from './definition-error'
import { toJsonSchema } from './json-schema'
import { type Parser, createParser } from './parser'

/**
 * Derives once what serving a prompt needs.
 *
 * @throws {DefinitionError} when the definition cannot be served
 */
export function compilePrompt(definition: McpPromptDefinitionListItem): CompiledPrompt {
  assertCommonFields(definition)
  const { name, role = 'user' } = definition
  if (role !== 'user' && role !== 'assistant') {
    throw new DefinitionError(`\`role\` is \`${String(role)}\`; it has to be \`user\` or \`assistant\``)
  }
  const parser = definition.inputSchema === undefined ? undefined : createParser(definition.inputSchema, 'inputSchema')
  const handler = requireHandler<unknown[]>(definition)
  return {
    kind: 'prompt',
    name,
    definition,
    enabled: enabledOf(definition),
    parser,
    entry: lazy(() => toEntry(definition, name, parser)),
    async get(args, extra) {
      const parsed = parser ? await parser.parse(args ?? {}) : undefined
      if (parsed && !parsed.ok) {
        throw new RpcError(INVALID_PARAMS, `MCP error -32602: Invalid arguments for prompt ${name}: ${parsed.message}`)
      }
      try {
        return toPromptResult(await handler(...(parsed ? [parsed.value, extra] : [extra])), name, role)
      }
      catch (error) {
        throw toRpcError(error, `Prompt \`${name}\``)
      }
    },
  }
}

function toPromptResult(value: unknown, name: string, role: 'user' | 'assistant'): GetPromptResult {
  if (value instanceof Error) {
    throw value
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return { messages: [{ role, content: textItem(String(value)) }] }
  }
  const result = Array.isArray(value) ? { messages: value } : value
  if (isRecord(result) && Array.isArray(result.messages)) {
    const { messages } = result
    const broken = messages.findIndex(message => !isMessage(message))
    if (broken === -1) {
      return { ...result, messages }
    }
    throw new RpcError(INTERNAL_ERROR, `Prompt \`${name}\` returned an invalid message at index ${broken}: it needs a \`role\` and a \`content\` with a \`type\``)
  }
  throw new RpcError(INTERNAL_ERROR, `Prompt \`${name}\` returned ${value === null ? 'null' : `a value of type ${typeof value}`}. Return text, an array of messages, or an object with \`messages\``)
}

function isMessage(message: unknown): boolean {
  return isRecord(message) && (message.role === 'user' || message.role === 'assistant')
    && isRecord(message.content) && typeof message.content.type === 'string'
}

function toEntry(definition: McpPromptDefinitionListItem, name: string, parser: Parser | undefined): Prompt {
  const meta = wireMeta(definition)
  return withoutUndefined({
    name,
    title: definition.title,
    description: definition.description,
    arguments: parser ? toArguments(parser) : undefined,
    _meta: Object.keys(meta).length > 0 ? meta : undefined,
  })
}

function toArguments(parser: Parser): Prompt['arguments'] {
  const { schema: { properties = {}, required = [] } } = toJsonSchema(parser, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    ...('description' in property && typeof property.description === 'string' ? { description: property.description } : {}),
    required: required.includes(name),
  }))
}
