import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '../results/tool-result'
import type { RequestState } from './request-state'

export type InputOutcome
  = | { ok: true, state: RequestState | undefined, responses: Readonly<Record<string, unknown>> }
    | { ok: false, problem: string }

/**
 * What a client brings from earlier rounds of a request. A state that is not this server's, or that was made for
 * another request, is a problem: its request must not run.
 */
export function readInput({ params = {} }: JSONRPCRequest, open: (sealed: string) => Promise<RequestState | undefined>): InputOutcome | Promise<InputOutcome> {
  const { inputResponses: responses = {}, requestState: sealed } = params
  if (!isRecord(responses)) {
    return { ok: false, problem: 'Invalid params: `inputResponses` has to be an object' }
  }
  if (sealed === undefined) {
    return { ok: true, state: undefined, responses }
  }
  return typeof sealed === 'string' ? open(sealed).then(state => state ? { ok: true, state, responses } : REFUSED) : REFUSED
}

const REFUSED: InputOutcome = { ok: false, problem: 'Invalid or expired `requestState`' }
