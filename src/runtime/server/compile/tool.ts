import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { andThen, orElse } from '../../shared/and-then'
import { lazy } from '../../shared/lazy'
import { cacheHandler } from '../cache/cached-handler'
import type { McpRequestExtra } from '../define/extra'
import type { McpToolDefinitionListItem } from '../define/tool'
import { reportOnce } from '../observability/log'
import { errorResult } from '../results/content'
import { toToolErrorResult } from '../results/errors'
import { rememberSerialized } from '../results/serialized'
import { isCallResult, isRecord, toToolResult, unsendable } from '../results/tool-result'
import { assertCommonFields, enabledOf, requireHandler, wireMeta, withoutUndefined } from './common-fields'
import type { CompiledTool } from './compiled'
import { describeDefinition } from './describe'
import { findHeaderMarks } from './header-marks'
import { toJsonSchema } from './json-schema'
import { type ParseOutcome, type Parser, createParser } from './parser'

/** SEP-986: the characters and length that clients agree on. */
const PORTABLE_NAME = /^[\w.-]{1,128}$/

/**
 * Derives once what serving a tool needs.
 *
 * @throws {DefinitionError} when the definition cannot be served
 */
export function compileTool(definition: McpToolDefinitionListItem): CompiledTool {
  assertCommonFields(definition)
  const { name } = definition
  const input = definition.inputSchema === undefined ? undefined : createParser(definition.inputSchema, 'inputSchema')
  const output = definition.outputSchema === undefined ? undefined : createParser(definition.outputSchema, 'outputSchema')
  const invoke = compileInvoke(definition, name, input !== undefined)
  if (!PORTABLE_NAME.test(name)) {
    reportOnce('warn', `Tool name \`${name}\` is not portable: some clients accept only A–Z, a–z, 0–9, \`_\`, \`-\` and \`.\`, at most 128 of them.`)
  }
  return {
    kind: 'tool',
    name,
    definition,
    enabled: enabledOf(definition),
    entry: lazy(() => toEntry(definition, name, input, output)),
    call(args, extra, event) {
      const run = (parsed: ParseOutcome | undefined) => {
        if (parsed?.ok === false) {
          return errorResult(`MCP error -32602: Input validation error: Invalid arguments for tool ${name}: ${parsed.message}`)
        }
        const returned = parsed ? invoke(event, extra, parsed.value) : invoke(event, extra)
        return andThen(isThenable(returned) ? Promise.resolve(returned) : returned, value => finish(value, output, name))
      }
      // What the application throws, in a handler or in a schema of its own, becomes a result.
      return orElse(() => andThen(input?.parse(args ?? {}), run), error => toToolErrorResult(error, name))
    },
  }
}

function finish(returned: unknown, output: Parser | undefined, name: string): CallToolResult | Promise<CallToolResult> {
  return andThen(toResult(throwReturnedError(returned), output, name), result => serializable(result, name))
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && 'then' in value && typeof value.then === 'function'
}

function compileInvoke(definition: McpToolDefinitionListItem, name: string, hasInput: boolean): (event: H3Event, extra: McpRequestExtra, ...args: unknown[]) => unknown {
  const handler = requireHandler<unknown[]>(definition)
  const cached = cacheHandler<unknown[]>(async (...args) => throwReturnedError(await handler(...args)), definition.cache, {
    name: `mcp-tool:${name}`,
    label: `Tool \`${name}\``,
    owner: handlerOf(definition),
    subject: args => hasInput ? args[0] : null,
  })
  return cached ?? ((_event, extra, ...args) => handler(...args, extra))
}

function toResult(returned: unknown, output: Parser | undefined, name: string): CallToolResult | Promise<CallToolResult> {
  if (!output || (isCallResult(returned) && returned.isError === true)) {
    return toToolResult(returned, name, false)
  }
  const structured = isCallResult(returned) ? returned.structuredContent : returned
  if (!isRecord(structured)) {
    return errorResult(`MCP error -32602: Output validation error: Tool ${name} has an output schema but no structured content was provided`)
  }
  const toStructured = (parsed: ParseOutcome) => parsed.ok
    // The parsed value is what the advertised schema describes. Fields that it does not name stay on the server, and
    // out of the text that is made from the value.
    ? toToolResult(isCallResult(returned) ? { ...returned, structuredContent: parsed.value } : parsed.value, name, true)
    : errorResult(`MCP error -32602: Output validation error: Invalid structured content for tool ${name}: ${parsed.message}`)
  const parsing = output.parse(structured)
  return andThen(parsing, toStructured)
}

// Serialising here, once, is what lets a value that cannot be sent become an answer that names the tool.
function serializable(result: CallToolResult, name: string): CallToolResult {
  try {
    const json: string | undefined = JSON.stringify(result)
    return json === undefined ? unsendable(name, 'its `toJSON()` returned undefined') : rememberSerialized(result, json)
  }
  catch (error) {
    return unsendable(name, error instanceof Error ? error.message : String(error))
  }
}

function throwReturnedError(value: unknown): unknown {
  if (value instanceof Error) {
    throw value
  }
  return value
}

function handlerOf(definition: McpToolDefinitionListItem): string | undefined {
  const handler = definition._meta?.handler
  return typeof handler === 'string' ? handler : undefined
}

function toEntry(definition: McpToolDefinitionListItem, name: string, input: Parser | undefined, output: Parser | undefined): Tool {
  const inputSchema = input ? listedSchema(input, 'input', name) : { type: 'object' as const, properties: {} }
  for (const problem of findHeaderMarks(inputSchema).problems) {
    reportOnce('warn', `${describeDefinition('Tool', definition)}: ${problem}. Clients of MCP 2026-07-28 leave such a tool out.`)
  }
  return withoutUndefined({
    name,
    title: definition.title,
    description: definition.description,
    inputSchema,
    outputSchema: output ? listedSchema(output, 'output', name) : undefined,
    annotations: definition.annotations,
    execution: { taskSupport: 'forbidden' as const },
    _meta: {
      ...wireMeta(definition),
      ...(definition.inputExamples ? { inputExamples: definition.inputExamples } : {}),
    },
  })
}

function listedSchema(parser: Parser, io: 'input' | 'output', name: string) {
  const { schema, open } = toJsonSchema(parser, io)
  if (open.length > 0) {
    reportOnce('warn', `Tool \`${name}\`: ${open.map(field => `\`${field}\``).join(', ')} of \`${io}Schema\` cannot be represented in JSON Schema, so clients see an open schema there.`)
  }
  return schema
}
