import type { GetPromptResult, PromptMessage } from '@modelcontextprotocol/sdk/types.js'
import { markDefined } from './defined'
import type { McpDefinitionBase } from './definition'
import type { McpRequestExtra } from './extra'
import type { McpSchema, SchemaOutput } from './schema'

/** What a prompt handler may return: text, the messages, or the full result. */
export type McpPromptCallbackResult = GetPromptResult | PromptMessage[] | string | number | boolean

/** A prompt handler: `(args, extra)` with an `inputSchema`, `(extra)` without one. */
export type McpPromptCallback<Args extends McpSchema | undefined = undefined>
  = (...args: [Args] extends [undefined] ? [extra: McpRequestExtra] : [args: SchemaOutput<Args>, extra: McpRequestExtra]) => McpPromptCallbackResult | Promise<McpPromptCallbackResult>

/**
 * A prompt: a message template that the user picks.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
 */
export interface McpPromptDefinition<Args extends McpSchema | undefined = undefined> extends McpDefinitionBase {
  /** Zod raw shape or `z.object()` of the arguments; MCP sends them as strings. */
  inputSchema?: Args
  /** Role of the message when the handler returns text. @default 'user' */
  role?: 'user' | 'assistant'
  handler: McpPromptCallback<Args>
}

/** Any prompt definition, whatever its arguments: the element type of `prompts: [...]`. */
export interface McpPromptDefinitionListItem extends McpDefinitionBase {
  inputSchema?: McpSchema
  role?: 'user' | 'assistant'
  handler: (...args: never[]) => unknown
}

/**
 * Defines a prompt. Returns the same object; the call is there for its types and so that named exports are found.
 *
 * @example
 * export default defineMcpPrompt({
 *   inputSchema: { topic: z.string() },
 *   handler: ({ topic }) => `Explain ${topic} to a beginner.`,
 * })
 */
export function defineMcpPrompt<const Args extends McpSchema | undefined = undefined>(definition: McpPromptDefinition<Args>): McpPromptDefinition<Args> {
  markDefined('prompt', definition)
  return definition
}
