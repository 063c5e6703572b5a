import { parseEvents } from './http.mjs'
import { ROOT } from '../helpers/two-builds.mjs'

/** An answer that takes longer, in milliseconds, hangs. */
export const SLOWEST = 2000

/** What the endpoint may answer to messages whose handlers ask for nothing else. */
const STATUSES = new Set([200, 202, 204, 302, 400, 403, 404, 405, 406, 413, 415, 431])
const INTERNAL_ERROR = -32603
/** Resource not found, and URL elicitation required. */
const GONE = new Set([-32002, -32042])
const RESULT_TYPES = new Set(['complete', 'input_required'])
/** Paths, and lines of a stack. */
const LEAKS = [ROOT, '/.output/', 'node_modules', 'file:///tmp/', 'file:///work/', '.mjs:']

/**
 * Everything that is wrong with an answer.
 *
 * @param {{ status: number, headers: object, text: string, isOpen: boolean, ms: number }} reply
 * @param {{ sent?: string, token: string, modern?: boolean, mayFail?: (message: object) => boolean }} context the body
 *   that it answers, the client's token, whether it is of the era without sessions, and which internal errors a handler
 *   asked for
 * @returns {string[]} one sentence each
 */
export function findProblems(reply, { sent = '', token, modern = false, mayFail = () => false }) {
  const { status, headers, text, isOpen, ms } = reply
  const problems = []
  if (!STATUSES.has(status)) problems.push(`status ${status}`)
  if (ms > SLOWEST) problems.push(`took ${Math.round(ms)} ms`)
  const whole = text + JSON.stringify(headers)
  problems.push(...LEAKS.filter(leak => whole.includes(leak) && !sent.includes(leak)).map(leak => `leaks ${leak}`))
  problems.push(...(whole.match(/tok-\d+-/g) ?? []).filter(other => other !== token).map(other => `has ${other}, which is another client's`))
  if (status === 202 && text !== '') problems.push('202 with a body')
  if (status === 200 && sent && text === '' && headers['content-length'] !== '0' && !headers['content-type']) problems.push('200 without anything')
  const { messages, problem } = readMessages(reply)
  if (problem) return [...problems, problem]
  const ids = requestIds(sent)
  const answers = messages.filter(message => !isNotification(message))
  if (modern) problems.push(...answers.flatMap(findModernProblems))
  for (const message of messages) problems.push(...findShapeProblems(message))
  for (const { id, error } of answers) {
    const isOwn = ids?.includes(id)
    if (status === 200 && !isOwn) problems.push(`answers the id ${JSON.stringify(id)?.slice(0, 50)}, which nothing asked with`)
    if (status !== 200 && id !== null && !(modern && isOwn)) problems.push(`refuses with the id ${JSON.stringify(id)?.slice(0, 50)}`)
    if (error?.code === INTERNAL_ERROR && !mayFail(error)) problems.push(`internal error: ${error.message.slice(0, 200)}`)
  }
  if (status === 200 && !isOpen && ids && !sent.includes('notifications/cancelled') && isRpc(headers)) {
    const missing = ids.filter(asked => !answers.some(({ id }) => id === asked))
    if (missing.length > 0) problems.push(`does not answer ${JSON.stringify(missing).slice(0, 100)}`)
    if (answers.length > ids.length) problems.push(`answers ${answers.length} times`)
  }
  if (status === 202 && ids?.length && !sent.includes('notifications/cancelled')) problems.push(`202 to a request with the id ${JSON.stringify(ids).slice(0, 100)}`)
  return problems
}

function readMessages({ headers, text }) {
  try {
    if (headers['content-type'] === 'text/event-stream') return { messages: parseEvents(text).messages.map(data => JSON.parse(data)) }
    if (headers['content-type']?.startsWith('application/json') && text) return { messages: [JSON.parse(text)].flat() }
    return { messages: [] }
  }
  catch (error) {
    return { messages: [], problem: `is no JSON: ${error.message}` }
  }
}

function findShapeProblems(message) {
  if (typeof message !== 'object' || message === null || message.jsonrpc !== '2.0') return [`is no JSON-RPC: ${JSON.stringify(message)?.slice(0, 100)}`]
  const keys = Object.keys(message).sort().join()
  if (isNotification(message)) return ['jsonrpc,method', 'jsonrpc,method,params'].includes(keys) ? [] : [`is a notification with ${keys}`]
  if (keys === 'id,jsonrpc,result') return typeof message.result === 'object' && message.result !== null ? [] : ['has a result that is no object']
  if (keys !== 'error,id,jsonrpc') return [`is a response with ${keys}`]
  const { code, message: said } = message.error ?? {}
  return Number.isInteger(code) && typeof said === 'string' ? [] : [`has the error ${JSON.stringify(message.error)?.slice(0, 100)}`]
}

/** Every result says what kind it is, and two codes are of the past. */
function findModernProblems({ result, error }) {
  if (error) return GONE.has(error.code) ? [`has the code ${error.code}`] : []
  return RESULT_TYPES.has(result?.resultType) ? [] : [`has the result type ${JSON.stringify(result?.resultType)}`]
}

function isNotification(message) {
  return typeof message === 'object' && message !== null && 'method' in message && !('id' in message)
}

function isRpc(headers) {
  return headers['content-type'] === 'text/event-stream' || headers['content-type']?.startsWith('application/json')
}

/** The ids that a body asks with; `undefined` when it is no JSON. */
function requestIds(sent) {
  try {
    return [JSON.parse(sent)].flat().filter(message => typeof message === 'object' && message !== null && 'method' in message && 'id' in message).map(({ id }) => id)
  }
  catch {
    return undefined
  }
}
