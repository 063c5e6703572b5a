import type { McpSchema, SchemaOutput } from '../define/schema'
import { parseContent } from '../elicitation/answer'
import { askClient, checkTimeout, DEFAULT_TIMEOUT } from '../elicitation/ask'
import { assertElicitation, supportsElicitation } from '../elicitation/capability'
import { McpElicitationError } from '../elicitation/errors'
import { createForm } from '../elicitation/schema'
import type { ElicitationFormParams, ElicitationFormResult, ElicitationOptions, ElicitationUrlParams, ElicitationUrlResult, McpElicitation } from '../elicitation/types'
import type { McpExchange } from '../session/exchange'
import { useExchange } from './use-exchange'
import { parseUrl } from '../../shared/parse-url'

/** `required` although it has a default: a client then shows the box, and does not skip the form. */
const CONFIRM_SCHEMA = {
  type: 'object',
  properties: { confirm: { type: 'boolean', description: 'Confirm the action', default: false } },
  required: ['confirm'],
}

/**
 * Asks the user for something in the middle of a tool, resource or prompt handler. Needs sessions, and a client that
 * declared the capability: see `supports()`.
 *
 * @param options `timeout` of every question asked with it, in milliseconds; five minutes by default
 * @throws {Error} outside of tool, resource and prompt handlers
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 * @example
 * const elicit = useMcpElicitation()
 * if (!elicit.supports()) return 'This tool needs a client that can ask.'
 * const answer = await elicit.form({ message: 'Which size?', schema: { size: z.enum(['S', 'L']) } })
 * return answer.action === 'accept' ? answer.content.size : 'Nothing chosen.'
 */
export function useMcpElicitation(options: ElicitationOptions = {}): McpElicitation {
  // A copy: in a batch, `extra` moves on with every request that starts.
  const exchange = { ...useExchange() }
  const fallback = checkTimeout(options.timeout ?? DEFAULT_TIMEOUT)
  const ask = (params: Record<string, unknown>, timeout = fallback) => askClient(exchange, params, checkTimeout(timeout))

  return {
    supports: (mode = 'form') => supportsElicitation(exchange, mode),

    async form<const Schema extends McpSchema>({ message, schema, timeout }: ElicitationFormParams<Schema>): Promise<ElicitationFormResult<Schema>> {
      assertElicitation(exchange, 'form')
      const { requestedSchema, parser } = createForm(schema)
      const answer = await ask({ mode: 'form', message, requestedSchema }, timeout)
      if (answer.action !== 'accept') {
        return answer
      }
      // The parser was made from the schema that types the content.
      return { action: 'accept', content: await parseContent(answer.content, parser) as SchemaOutput<Schema> }
    },

    async url({ message, url, elicitationId = crypto.randomUUID(), timeout }: ElicitationUrlParams): Promise<ElicitationUrlResult> {
      assertElicitation(exchange, 'url')
      const { action } = await ask({ mode: 'url', message, url: checkUrl(url), elicitationId }, timeout)
      return { action, elicitationId }
    },

    async confirm(message, { timeout } = {}) {
      assertElicitation(exchange, 'form')
      const answer = await ask({ mode: 'form', message, requestedSchema: CONFIRM_SCHEMA }, timeout)
      return answer.action === 'accept' && isConfirmed(answer.content)
    },

    async complete(elicitationId) {
      assertElicitation(exchange, 'url')
      await notifyComplete(exchange, elicitationId)
    },
  }
}

/** @throws {McpElicitationError} `invalid-url` */
function checkUrl(url: string | URL): string {
  const text = String(url)
  if (!/^https?:\/\/\S+$/i.test(text) || !parseUrl(text)) {
    throw new McpElicitationError('invalid-url', `\`${text}\` is not an absolute http or https URL.`)
  }
  return text
}

/** @throws {McpElicitationError} `invalid-response` when there is a value that is neither yes nor no */
function isConfirmed(content: unknown): boolean {
  const confirm: unknown = typeof content === 'object' && content !== null && 'confirm' in content ? content.confirm : false
  if (typeof confirm !== 'boolean') {
    throw new McpElicitationError('invalid-response', `Client returned a payload that does not match the requested schema: expected boolean, received ${typeof confirm} at confirm`)
  }
  return confirm
}

async function notifyComplete({ server, relatedRequestId }: McpExchange, elicitationId: string): Promise<void> {
  const notification = { method: 'notifications/elicitation/complete', params: { elicitationId } }
  try {
    await server.notification(notification, { relatedRequestId })
  }
  catch {
    // The request has been answered and its stream is over; what belongs to no request goes to the session's own.
    await server.notification(notification)
  }
}
