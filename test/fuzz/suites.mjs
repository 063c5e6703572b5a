import fc from 'fast-check'
import { anything, body, definitions, headers, httpMethod, lookup, toJson, toolName } from './arbitraries.mjs'
import { GIVE_UP, createClient } from './client.mjs'
import { MCP_HEADERS, exchange } from './http.mjs'
import { changedRounds, modernRequest } from './modern-arbitraries.mjs'
import { repeatChanged, sendModern } from './modern.mjs'

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
/** Requests of one run, which are sent at the same time by clients of their own. */
const AT_ONCE = 8

/** What is fuzzed, with the share of the requests that it gets. A property resolves to the problems of one run. */
export const SUITES = [
  { name: 'messages', share: 0.27, arbitrary: fc.array(body, { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendMessages },
  { name: 'names and URIs', share: 0.1, arbitrary: fc.array(lookup.map(value => ({ value })), { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendMessages },
  { name: 'headers', share: 0.13, arbitrary: fc.array(fc.record({ method: httpMethod, headers, body }), { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendHeaders },
  { name: 'isolation', share: 0.07, arbitrary: fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean()), { minLength: AT_ONCE, maxLength: AT_ONCE }), run: callApart },
  { name: 'definitions', share: 0.1, arbitrary: fc.tuple(definitions, anything, toolName), run: defineAll },
  { name: 'modern messages', share: 0.25, arbitrary: fc.array(modernRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), run: sendModern },
  { name: 'input rounds', share: 0.08, arbitrary: fc.array(changedRounds, { minLength: 2, maxLength: 2 }), run: repeatChanged },
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
