import type { CallToolResult, ContentBlock, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import type { McpCache, McpCacheOptions } from './cache'
import { markDefined } from './defined'
import type { McpDefinitionBase } from './definition'
import type { McpRequestExtra } from './extra'
import type { McpSchema, SchemaInput, SchemaOutput } from './schema'

/** Hints about a tool's behaviour, forwarded unchanged. */
export type McpToolAnnotations = ToolAnnotations

/** An error answer: `isError: true`, exempt from output validation. */
export type McpToolErrorResult = Omit<CallToolResult, 'content' | 'isError'> & { isError: true, content?: ContentBlock[] }

/** A call result whose `structuredContent` fits the output schema. */
export type McpStructuredResult<Out> = Omit<CallToolResult, 'content' | 'structuredContent'> & {
  structuredContent: SchemaInput<Out>
  content?: ContentBlock[]
}

/** A complete call result; `content` may be left out when `structuredContent` is given. */
export type McpPlainResult = Omit<CallToolResult, 'content'> & { content?: ContentBlock[] }

/**
 * What a tool handler may return. With an `outputSchema`, the structured value itself or a call result that carries
 * it; without, any value: text is sent as text, everything else as JSON text.
 */
export type McpToolCallbackResult<Out extends McpSchema | undefined = undefined>
  = Out extends McpSchema
    ? McpStructuredResult<Out> | SchemaInput<Out> | McpToolErrorResult
    : McpPlainResult | string | number | boolean | bigint | object | null | undefined | void

type HandlerArgs<In extends McpSchema | undefined>
  = [In] extends [undefined] ? [extra: McpRequestExtra] : [args: SchemaOutput<In>, extra: McpRequestExtra]

/** A tool handler: `(args, extra)` with an `inputSchema`, `(extra)` without one. */
export type McpToolCallback<In extends McpSchema | undefined = undefined, Out extends McpSchema | undefined = undefined>
  = (...args: HandlerArgs<In>) => McpToolCallbackResult<Out> | Promise<McpToolCallbackResult<Out>>

/** Arguments of a tool's `cache.getKey`: those of the handler, then the request's H3 event. */
export type McpToolCacheKeyArgs<In extends McpSchema | undefined> = [...HandlerArgs<In>, event: H3Event]

export type McpToolCacheOptions<In extends McpSchema | undefined = undefined> = McpCacheOptions<McpToolCacheKeyArgs<In>>
export type McpToolCache<In extends McpSchema | undefined = undefined> = McpCache<McpToolCacheKeyArgs<In>>

/**
 * A tool: a function that the model may call.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools
 */
export interface McpToolDefinition<
  In extends McpSchema | undefined = McpSchema,
  Out extends McpSchema | undefined = McpSchema | undefined,
> extends McpDefinitionBase {
  /** Zod raw shape or `z.object()` of the arguments. Without one the handler is called with `(extra)` only. */
  inputSchema?: In
  /** Zod raw shape or `z.object()` of `structuredContent`. Results are checked against it. */
  outputSchema?: Out
  /** Hints such as `readOnlyHint`, forwarded unchanged. */
  annotations?: McpToolAnnotations
  /** Example arguments, sent as `_meta.inputExamples`. */
  inputExamples?: [In] extends [undefined] ? Record<string, unknown>[] : Partial<SchemaOutput<In>>[]
  /** Caches results: milliseconds, a duration such as `'5m'`, or options. Entries are shared by all callers. */
  cache?: McpToolCache<In>
  handler: McpToolCallback<In, Out>
}

/** Any tool definition, whatever its schemas: the element type of `tools: [...]`. */
export interface McpToolDefinitionListItem extends McpDefinitionBase {
  inputSchema?: McpSchema
  outputSchema?: McpSchema
  annotations?: McpToolAnnotations
  inputExamples?: readonly object[]
  cache?: McpCache
  handler: (...args: never[]) => unknown
}

/**
 * Defines a tool. Returns the same object; the call is there for its types and so that named exports are found.
 *
 * @example
 * export default defineMcpTool({
 *   description: 'Adds two numbers',
 *   inputSchema: { a: z.number(), b: z.number() },
 *   handler: ({ a, b }) => a + b,
 * })
 */
export function defineMcpTool<
  const In extends McpSchema | undefined = undefined,
  const Out extends McpSchema | undefined = undefined,
>(definition: McpToolDefinition<In, Out>): McpToolDefinition<In, Out> {
  markDefined('tool', definition)
  return definition
}
