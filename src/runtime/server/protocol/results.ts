import type { Implementation, Result } from '@modelcontextprotocol/sdk/types.js'
import { concat } from '../http/bytes'
import { rememberSerialized, serializedOf } from '../results/serialized'
import { isRecord } from '../results/tool-result'
import type { CacheHint } from './cache-hints'
import { SERVER_INFO } from './revision'
import { withoutExecution } from './tool-list'

/** What the results of a request carry beside what they say. */
export interface Stamp {
  readonly method: string
  readonly serverInfo: Implementation
  /** Set for results that clients may keep. */
  readonly hint: CacheHint | undefined
}

/** Keys whose values are the protocol's, whatever a handler returned under them. */
const RESERVED = ['resultType', 'inputRequests', 'requestState', 'ttlMs', 'cacheScope', '_meta'] as const

// A list is the same object for everyone who sees all of it, and so is what it becomes.
const heads = new WeakMap<Implementation, { hint: CacheHint | undefined, head: string }>()
const stampedLists = new WeakMap<Result, { head: string, stamped: Result }>()

/**
 * A complete result as modern clients expect it. The given one stays as it is; its JSON is used again where it is
 * known, so that a long list is written once and not once per request.
 */
export function stampResult(given: Result, stamp: Stamp): Result {
  const result = stamp.method === 'tools/list' ? withoutExecution(given) : given
  if (RESERVED.some(key => key in result)) {
    return joinFields(result, stamp)
  }
  if (stamp.method.endsWith('/list')) {
    return stampList(result, stamp)
  }
  const json = serializedOf(result)
  const stamped = joinFields(result, stamp)
  return typeof json === 'string' && json.length > '{}'.length ? rememberSerialized(stamped, headOf(stamp) + json.slice(1)) : stamped
}

/** What asks the client for input instead of answering its request. */
export function stampQuestions(questions: { inputRequests: object, requestState: string }, { serverInfo }: Stamp): Result {
  return { resultType: 'input_required', ...questions, _meta: { [SERVER_INFO]: serverInfo } }
}

function stampList(list: Result, stamp: Stamp): Result {
  const head = headOf(stamp)
  const known = stampedLists.get(list)
  if (known?.head === head) {
    return known.stamped
  }
  const stamped = joinFields(list, stamp)
  const json = serializedOf(list)
  if (json !== undefined) {
    rememberSerialized(stamped, concat([head, json.slice(1)]))
    stampedLists.set(list, { head, stamped })
  }
  return stamped
}

// The beginning of the JSON of every result with this stamp, up to the result's own keys. An endpoint has few.
function headOf(stamp: Stamp): string {
  const { serverInfo, hint } = stamp
  const known = heads.get(serverInfo)
  if (known && known.hint === hint) {
    return known.head
  }
  const head = `${JSON.stringify(joinFields({}, stamp)).slice(0, -1)},`
  heads.set(serverInfo, { hint, head })
  return head
}

function joinFields(result: Result, { serverInfo, hint }: Stamp): Result {
  const { resultType: _, inputRequests: __, requestState: ___, _meta, ...own } = result
  return {
    resultType: 'complete',
    ...own,
    ...(hint && {
      // Who made the result knows best how long it stays good.
      ttlMs: isDuration(own.ttlMs) ? own.ttlMs : hint.ttlMs,
      // It may share less than its definition says, but not more: only that is known not to tell callers apart.
      cacheScope: own.cacheScope === 'private' ? own.cacheScope : hint.cacheScope,
    }),
    _meta: { ...(isRecord(_meta) ? _meta : {}), [SERVER_INFO]: serverInfo },
  }
}

function isDuration(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
