import { toJson } from './arbitraries.mjs'
import { SLOWEST, findProblems } from './checks.mjs'
import { MCP_HEADERS, exchange } from './http.mjs'

/** Milliseconds after which a request is given up; long enough to tell slow from lost. */
export const GIVE_UP = 5 * SLOWEST
/** Most messages in one batch. */
const LARGEST_BATCH = 100
/** Internal errors that are no defect: handlers asked for them, definitions.md R59 does, or the SDK refuses tasks so. */
const FAILS = /asked for|hostile|\[\d+\]|^Invalid URL$|does not support task creation/

let clients = 0

/**
 * Clients of one session may see each other's ids in errors, but never each other's arguments. `check` resolves to what
 * is wrong with an answer; `onReply` finds more.
 */
export function createClient() {
  const token = `tok-${clients++}-`
  return {
    token,
    async check({ server, agent, tally }, { method = 'POST', path, headers: given, body: { value, raw } = {}, contains, modern = false, onReply = () => [] }) {
      const sent = raw ?? (value === undefined ? undefined : toJson(value, token))
      tally.requests++
      // A batch over the limit is refused as a whole.
      tally.messages += Array.isArray(value) && value.length <= LARGEST_BATCH ? value.length : 1
      let reply
      try {
        reply = await exchange(server, { agent, method, path, headers: { ...given, 'x-user': token }, body: sent, headOnly: (status, answered) => (method === 'GET' || value?.method === 'subscriptions/listen') && answered['content-type'] === 'text/event-stream', timeout: GIVE_UP })
      }
      catch (error) {
        return [describe(`fails with ${error.message}`, method, given, sent)]
      }
      tally.slowest = Math.max(tally.slowest, reply.ms)
      tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1
      const problems = findProblems(reply, { sent, token, modern, mayFail: ({ message }) => FAILS.test(message) || path !== undefined })
      if (contains && !reply.text.includes(contains)) problems.push(`does not have its own token: ${reply.text.slice(0, 200)}`)
      problems.push(...onReply(reply))
      return problems.map(problem => describe(problem, method, given, sent))
    },
  }
}

function describe(problem, method, given, sent = '') {
  const odd = Object.fromEntries(Object.entries(given).filter(([name, value]) => MCP_HEADERS[name] !== value))
  return `${problem}\n    ${method} ${JSON.stringify(odd).slice(0, 2000)} ${sent.length > 400 ? `${sent.slice(0, 400)} … (${sent.length} characters)` : sent}`
}
