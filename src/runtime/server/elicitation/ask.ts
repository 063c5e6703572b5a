import * as z4 from 'zod/v4-mini'
import type { McpExchange } from '../session/exchange'
import { type Answer, readAnswer } from './answer'
import { McpElicitationError, type McpElicitationErrorCode } from './errors'
import { LONGEST_TIMER } from '../../shared/timers'

/** Five minutes: a person has to read, decide and type. */
export const DEFAULT_TIMEOUT = 5 * 60 * 1000

export interface AskOptions {
  /** Milliseconds; `Infinity` waits as long as the request lasts. */
  timeout: number
  /** Names the question where clients are asked in rounds. */
  key: string | undefined
}

const anything = z4.unknown()

/**
 * Sends `elicitation/create` on the stream of the request being handled, and waits for the answer. The client is told
 * when nobody waits any more. Where clients are asked in rounds, the answer is that of an earlier one.
 *
 * @throws {McpElicitationError} `timeout`, `aborted` or `invalid-response`
 * @throws {McpInputRequiredError} when the client is asked in rounds, and has yet to answer
 * @throws the SDK's `McpError` when the client answers with a JSON-RPC error
 */
export async function askClient({ server, extra, relatedRequestId, rounds }: McpExchange, params: Record<string, unknown>, { timeout, key }: AskOptions): Promise<Answer> {
  if (rounds) {
    return readAnswer(await rounds().ask({ method: 'elicitation/create', params }, key))
  }
  // Not the request's own signal: the SDK never stops listening to it, and would cancel what has been answered.
  const waiting = new AbortController()
  const giveUp = (code: McpElicitationErrorCode, message: string) => waiting.abort(new McpElicitationError(code, message))
  const onAbort = () => giveUp('aborted', 'The request that asked the user was cancelled.')
  const outer = extra?.signal
  outer?.addEventListener('abort', onAbort, { once: true })
  const timer = timeout === Infinity
    ? undefined
    : setTimeout(giveUp, Math.min(timeout, LONGEST_TIMER), 'timeout', `The user did not answer within ${timeout} ms.`)
  try {
    if (outer?.aborted) {
      onAbort()
    }
    waiting.signal.throwIfAborted()
    const options = { relatedRequestId, signal: waiting.signal, timeout: LONGEST_TIMER }
    return readAnswer(await server.sdk.request({ method: 'elicitation/create', params }, anything, options))
  }
  catch (error) {
    // The SDK wraps the reason of an abort in an error of its own.
    throw waiting.signal.aborted ? waiting.signal.reason : error
  }
  finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}

/** @throws {RangeError} when the timeout is no positive number of milliseconds */
export function checkTimeout(timeout: number): number {
  if (!(timeout > 0)) {
    throw new RangeError(`\`timeout\` has to be a positive number of milliseconds, not \`${timeout}\`.`)
  }
  return timeout
}
