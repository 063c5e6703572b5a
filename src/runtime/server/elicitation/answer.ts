import type { Parser } from '../compile/parser'
import { isRecord } from '../results/tool-result'
import { McpElicitationError } from './errors'

export type Answer = { action: 'accept', content: unknown } | { action: 'decline' | 'cancel' }

/**
 * Reads a client's answer. What comes with a refusal is dropped.
 *
 * @throws {McpElicitationError} `invalid-response`
 */
export function readAnswer(result: unknown): Answer {
  const { action, content }: Record<string, unknown> = isRecord(result) ? result : {}
  switch (action) {
    case 'accept':
      return { action, content: content ?? {} }
    case 'decline':
    case 'cancel':
      return { action }
    default:
      throw new McpElicitationError('invalid-response', `Client answered with the action ${JSON.stringify(action)}. It has to be "accept", "decline" or "cancel".`)
  }
}

/**
 * Parses what the user entered.
 *
 * @throws {McpElicitationError} `invalid-response`, with every issue
 */
export async function parseContent(content: unknown, parser: Parser): Promise<unknown> {
  const outcome = await parser.parse(content)
  if (!outcome.ok) {
    throw new McpElicitationError('invalid-response', `Client returned a payload that does not match the requested schema: ${outcome.message}`)
  }
  return outcome.value
}
