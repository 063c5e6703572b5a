import type { McpSchema, SchemaOutput } from '../define/schema'
import { parseContent } from '../elicitation/answer'
import { askClient, checkTimeout, DEFAULT_TIMEOUT } from '../elicitation/ask'
import { assertElicitation, supportsElicitation } from '../elicitation/capability'
import { McpElicitationError } from '../elicitation/errors'
import { assertMayAsk, isShared, withoutQuestions } from '../elicitation/no-questions'
import { claimKey, toJsonValue } from '../elicitation/once'
import { createForm } from '../elicitation/schema'
import type { ElicitationFormParams, ElicitationFormResult, ElicitationOptions, ElicitationTimeout, ElicitationUrlParams, ElicitationUrlResult, McpElicitation, McpOnceResult } from '../elicitation/types'
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
 * Asks the user for something in the middle of a tool, resource or prompt handler. Needs a client that declared the
 * capability, and sessions unless the client speaks protocol version 2026-07-28 or later: see `supports()`.
 *
 * Those clients get the question as the answer to their request, and the handler runs again when they come back: what
 * it does before a question it does once per question. See `once()` for what must not be repeated.
 *
 * Not in definitions with `cache`, whose results are given to others than who was asked: there every question fails.
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
export function useMcpElicitation(options: ElicitationTimeout = {}): McpElicitation {
  // A copy: in a batch, `extra` moves on with every request that starts.
  const exchange: McpExchange = { ...useExchange(), ...(isShared() && { sessionId: undefined, rounds: undefined }) }
  const fallback = checkTimeout(options.timeout ?? DEFAULT_TIMEOUT)
  const ask = (params: Record<string, unknown>, { timeout = fallback, key }: ElicitationOptions) => {
    claimKey(exchange, key)
    return askClient(exchange, params, { timeout: checkTimeout(timeout), key })
  }

  const elicitation: McpElicitation = {
    supports: (mode = 'form') => supportsElicitation(exchange, mode),

    async form<const Schema extends McpSchema>({ message, schema, ...options }: ElicitationFormParams<Schema>): Promise<ElicitationFormResult<Schema>> {
      assertMayAsk()
      assertElicitation(exchange, 'form')
      const { requestedSchema, parser } = createForm(schema)
      const answer = await ask({ mode: 'form', message, requestedSchema }, options)
      if (answer.action !== 'accept') {
        return answer
      }
      // The parser was made from the schema that types the content.
      return { action: 'accept', content: await parseContent(answer.content, parser) as SchemaOutput<Schema> }
    },

    async url({ message, url, elicitationId = crypto.randomUUID(), ...options }: ElicitationUrlParams): Promise<ElicitationUrlResult> {
      assertMayAsk()
      assertElicitation(exchange, 'url')
      const { action } = await ask({ mode: 'url', message, url: checkUrl(url), elicitationId }, options)
      return { action, elicitationId }
    },

    async confirm(message, options = {}) {
      assertMayAsk()
      assertElicitation(exchange, 'form')
      const answer = await ask({ mode: 'form', message, requestedSchema: CONFIRM_SCHEMA }, options)
      return answer.action === 'accept' && isConfirmed(answer.content)
    },

    async complete(elicitationId) {
      assertElicitation(exchange, 'url')
      // A client that is asked in rounds comes back by itself, and has no notification to wait for.
      if (!exchange.rounds) {
        await notifyComplete(exchange, elicitationId)
      }
    },

    async once<T>(key: string, work: () => T | Promise<T>): Promise<McpOnceResult<Awaited<T>>> {
      claimKey(exchange, key)
      const reason = `The client cannot be asked inside \`once('${key}')\`: its work is done in one run of the handler, and the answer arrives in another. Ask before or after it.`
      // What JSON makes of the result is what its type says.
      const run = async () => toJsonValue(await withoutQuestions(reason, work), key) as McpOnceResult<Awaited<T>>
      return exchange.rounds ? exchange.rounds().once(key, run) : run()
    },
  }
  return {
    ...elicitation,
    form: params => asked(exchange, elicitation.form(params)),
    url: params => asked(exchange, elicitation.url(params)),
    confirm: (message, options) => asked(exchange, elicitation.confirm(message, options)),
  }
}

// A handler that does not wait for its question is not to blame for the end of the round.
function asked<T>({ rounds }: McpExchange, question: Promise<T>): Promise<T> {
  if (rounds) {
    question.catch(() => {})
  }
  return question
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

async function notifyComplete({ server: { sdk }, relatedRequestId }: McpExchange, elicitationId: string): Promise<void> {
  const notification = { method: 'notifications/elicitation/complete', params: { elicitationId } }
  try {
    await sdk.notification(notification, { relatedRequestId })
  }
  catch {
    // The request has been answered and its stream is over; what belongs to no request goes to the session's own.
    await sdk.notification(notification)
  }
}
