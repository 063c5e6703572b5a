import fc from 'fast-check'
import { anything, body, definitions, headers, httpMethod, lookup, toJson, toolName } from './arbitraries.mjs'
import { SLOWEST, findProblems } from './checks.mjs'
import { MCP_HEADERS, exchange } from './http.mjs'

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
/** Requests of one run, which are sent at the same time by clients of their own. */
const AT_ONCE = 8
/** Milliseconds after which a request is given up; long enough to tell slow from lost. */
const GIVE_UP = 5 * SLOWEST
/** Most messages in one batch. */
const LARGEST_BATCH = 100
/** Internal errors that are no defect: handlers asked for them, definitions.md R59 does, or the SDK refuses tasks so. */
const FAILS = /asked for|hostile|\[\d+\]|^Invalid URL$|does not support task creation/

let clients = 0

/** What is fuzzed, with the share of the requests that it gets. A property resolves to the problems of one run. */
export const SUITES = [
  { name: 'messages', share: 0.4, arbitrary: fc.array(body, { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendMessages },
  { name: 'names and URIs', share: 0.15, arbitrary: fc.array(lookup.map(value => ({ value })), { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendMessages },
  { name: 'headers', share: 0.2, arbitrary: fc.array(fc.record({ method: httpMethod, headers, body }), { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendHeaders },
  { name: 'isolation', share: 0.1, arbitrary: fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean()), { minLength: AT_ONCE, maxLength: AT_ONCE }), run: callApart },
  { name: 'definitions', share: 0.15, arbitrary: fc.tuple(definitions, anything, toolName), run: defineAll },
]

async function sendMessages(target, bodies) {
  const session = await openSession(target)
  const problems = await Promise.all(bodies.map(async (given) => {
    const client = createClient()
    return client.check(target, { headers: session.headers, body: given })
  }))
  await session.end()
  return problems.flat()
}

async function sendHeaders(target, requests) {
  const session = await openSession(target)
  const problems = await Promise.all(requests.map(async ({ method, headers: odd, body: given }) => {
    const client = createClient()
    const filled = Object.fromEntries(Object.entries(odd).map(([name, value]) => [name, value.replaceAll('SESSION', session.id ?? 'none').replaceAll('PORT', String(target.server.port))]))
    return client.check(target, { method, headers: { ...session.headers, ...filled }, body: method === 'GET' || method === 'HEAD' ? undefined : given })
  }))
  await session.end()
  return problems.flat()
}

/** Every client in a session of its own: nobody may see what another one said. */
async function callApart(target, calls) {
  const problems = await Promise.all(calls.map(async ([wait, remembers]) => {
    const session = await openSession(target)
    const client = createClient()
    const name = remembers && session.id ? 'remember' : 'whoami'
    const value = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { text: 'TOKEN', value: 'TOKEN', wait } } }
    const found = await client.check(target, { headers: session.headers, body: { value }, contains: client.token })
    found.push(...await client.check(target, { headers: session.headers, body: { value: { ...value, id: 'TOKEN' } }, contains: client.token }))
    await session.end()
    return found
  }))
  return problems.flat()
}

/** An endpoint with hostile definitions: lists them, and uses what it is listed. */
async function defineAll(target, [described, args, name]) {
  const encoded = Buffer.from(toJson(described, 'x')).toString('base64')
  if (encoded.length > 12_000) return []
  const path = '/mcp/definitions'
  const session = await openSession(target, { path, headers: { 'x-definitions': encoded } })
  const client = createClient()
  const send = (method, params) => client.check(target, { path, headers: { ...session.headers, 'x-definitions': encoded }, body: { value: { jsonrpc: '2.0', id: 1, method, params } } })
  const small = typeof args === 'string' && /^(?:DEEP|WIDE|LONG)/.test(args) ? {} : args
  const problems = [...session.problems]
  for (const list of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) problems.push(...await send(list))
  for (const tool of ['one', 'two', name]) problems.push(...await send('tools/call', { name: tool, arguments: small }))
  for (const prompt of ['one', 'two']) problems.push(...await send('prompts/get', { name: prompt, arguments: { a: 'x' } }))
  for (const uri of ['x://1', 'app://news']) problems.push(...await send('resources/read', { uri }))
  await session.end()
  return problems
}

/** A session where the build has them; else what stands for one. */
async function openSession(target, { path = '/mcp', headers: extra = {} } = {}) {
  const { server, agent, tally } = target
  if (server.build !== 'sessions') return { headers: MCP_HEADERS, problems: [], end: async () => {} }
  const post = async (message, given) => {
    tally.requests++
    tally.messages++
    return exchange(server, { agent, path, headers: { ...MCP_HEADERS, ...extra, ...given }, body: JSON.stringify(message), timeout: GIVE_UP })
  }
  const reply = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE })
  const id = reply.headers['mcp-session-id']
  if (!id) return { headers: MCP_HEADERS, problems: [`initialize answers ${reply.status} ${reply.text.slice(0, 200)}`], end: async () => {} }
  const given = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, given)
  return {
    id,
    headers: { ...MCP_HEADERS, ...given },
    problems: [],
    end: async () => {
      tally.requests++
      await exchange(server, { agent, path, method: 'DELETE', headers: given, timeout: GIVE_UP })
    },
  }
}

/** Clients of one session may see each other's ids in errors, but never each other's arguments. */
function createClient() {
  const token = `tok-${clients++}-`
  return {
    token,
    async check({ server, agent, tally }, { method = 'POST', path, headers: given, body: { value, raw } = {}, contains }) {
      const sent = raw ?? (value === undefined ? undefined : toJson(value, token))
      tally.requests++
      // A batch over the limit is refused as a whole.
      tally.messages += Array.isArray(value) && value.length <= LARGEST_BATCH ? value.length : 1
      let reply
      try {
        reply = await exchange(server, { agent, method, path, headers: { ...given, 'x-user': token }, body: sent, headOnly: (status, answered) => method === 'GET' && answered['content-type'] === 'text/event-stream', timeout: GIVE_UP })
      }
      catch (error) {
        return [describe(`fails with ${error.message}`, method, given, sent)]
      }
      tally.slowest = Math.max(tally.slowest, reply.ms)
      tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1
      const problems = findProblems(reply, { sent, token, mayFail: ({ message }) => FAILS.test(message) || path !== undefined })
      if (contains && !reply.text.includes(contains)) problems.push(`does not have its own token: ${reply.text.slice(0, 200)}`)
      return problems.map(problem => describe(problem, method, given, sent))
    },
  }
}

function describe(problem, method, given, sent = '') {
  const odd = Object.fromEntries(Object.entries(given).filter(([name, value]) => MCP_HEADERS[name] !== value))
  return `${problem}\n    ${method} ${JSON.stringify(odd).slice(0, 2000)} ${sent.length > 400 ? `${sent.slice(0, 400)} … (${sent.length} characters)` : sent}`
}
