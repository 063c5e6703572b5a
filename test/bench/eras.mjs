// What a request of MCP 2026-07-28 costs the server next to one of an earlier revision, without sessions:
//   node test/bench/eras.mjs [--skip-build]
// Blocks of both take turns on the same server, and each pair gives one ratio of its CPU time: load on the machine
// comes and goes, and hits both.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { createFixture } from '../helpers/two-builds.mjs'

const CONNECTIONS = 16
const REQUESTS = 4000
const PAIRS = 9
/** Milliseconds of one clock tick of Linux. */
const TICK = 10
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } },
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}
const ROWS = [
  { method: 'tools/call', params: { name: 'test_simple_text', arguments: {} }, most: 1.3 },
  { method: 'tools/list', params: {}, most: 1.5 },
]

const { values: options } = parseArgs({ options: { 'skip-build': { type: 'boolean' } } })
const fixture = createFixture('conformance')
if (!options['skip-build']) {
  fixture.build('stateless')
}
const server = await fixture.start('stateless')
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const figures = []
for (const { method, params, most } of ROWS) {
  figures.push(await measure(method, params, most))
}
agent.destroy()
await server.stop()
console.table(figures)
process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1

async function measure(method, params, most) {
  const pairs = []
  // The first pair warms up.
  for (let pair = 0; pair <= PAIRS; pair++) {
    const [legacy, modern] = [await block(legacyRequest(method, params)), await block(modernRequest(method, params))]
    pairs.push({ legacy, modern, ratio: modern / legacy })
  }
  const sorted = pairs.slice(1).sort((a, b) => a.ratio - b.ratio)
  const median = sorted[Math.floor(PAIRS / 2)]
  return {
    method,
    'legacy µs': median.legacy.toFixed(0),
    'modern µs': median.modern.toFixed(0),
    'ratio': median.ratio.toFixed(2),
    'all': sorted.map(({ ratio }) => ratio.toFixed(2)).join(' '),
    'must': `≤ ${most}`,
    'ok': median.ratio <= most,
  }
}

/** Microseconds of the server's CPU time per request. */
async function block(toRequest) {
  const before = cpuTime()
  let sent = 0
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    while (sent < REQUESTS) {
      sent += 1
      await send(toRequest(sent))
    }
  }))
  return (cpuTime() - before) * 1000 / REQUESTS
}

function legacyRequest(method, params) {
  return id => ({ headers: { 'mcp-protocol-version': '2025-11-25' }, body: { jsonrpc: '2.0', id, method, params } })
}

function modernRequest(method, params) {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(params.name && { 'mcp-name': params.name }) }
  return id => ({ headers, body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: META } } })
}

function send({ headers, body }) {
  const json = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = request(server.url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', 'content-length': Buffer.byteLength(json), ...headers },
    }, (reply) => {
      reply.resume()
      reply.once('end', () => reply.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${reply.statusCode}`)))
    })
    outgoing.once('error', reject)
    outgoing.end(json)
  })
}

function cpuTime() {
  const [, fields] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * TICK
}
