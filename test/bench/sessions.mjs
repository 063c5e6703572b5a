// What sessions hold and leave behind, beside the original.
import { buildApp } from './apps/build.mjs'
import { toolText } from './apps/sources.mjs'
import { Connection } from './load/connection.mjs'
import { parseAnswer } from './load/check.mjs'
import { openSession } from './load/session.mjs'
import { heapPerSession, openSessions } from './measure/heap.mjs'
import { table } from './report/markdown.mjs'
import { startServer } from './servers.mjs'

/** Milliseconds after which sessions of one second have been swept. */
const SWEPT = 6_000
const SESSIONS = 200
const CALLS = 20
const TOOLS = 10

const rows = []
for (const tools of [10, 100]) {
  const [ours, original] = [await heapOf('ours', tools), await heapOf('original', tools)]
  rows.push({ cells: [`heap per idle session, ${tools} tools`, `${ours.toFixed(1)} KiB`, `${original.toFixed(1)} KiB`, (ours / original).toFixed(2), '≤ 0.60'], ok: ours / original <= 0.6 })
}
const left = await withServer({ module: 'ours', tools: TOOLS, sessions: 'short' }, leftAfterSweep)
rows.push({ cells: ['heap after 2000 sessions were swept', `${(left * 100).toFixed(1)} % of the start`, '', '', 'within 10 %'], ok: Math.abs(left - 1) <= 0.1 })
const mixed = await withServer({ module: 'ours', tools: TOOLS, sessions: 'lasting' }, mixedAnswers)
rows.push({ cells: [`mixed answers, ${SESSIONS} sessions × ${CALLS} calls`, String(mixed), '', '', '0'], ok: mixed === 0 })

console.log(table(['figure', 'this module', 'original', 'ratio', 'must', ''], rows.map(({ cells, ok }) => [...cells, ok ? 'ok' : 'short'])))
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

function heapOf(module, tools) {
  return withServer({ module, tools, sessions: 'lasting' }, heapPerSession)
}

async function leftAfterSweep(server) {
  await openSessions(server, 200)
  await swept()
  const before = await server.ask('heap')
  await openSessions(server, 2000)
  await swept()
  return await server.ask('heap') / before
}

async function mixedAnswers(server) {
  const counts = await Promise.all(Array.from({ length: SESSIONS }, async (_, session) => {
    const connections = Array.from({ length: CALLS }, () => new Connection(server.origin, server.path))
    const headers = await openSession(connections[0])
    connections.forEach(connection => connection.addHeaders(headers))
    const wrong = await Promise.all(connections.map((connection, call) => isWrong(connection, session, call)))
    await Promise.all(connections.map(connection => connection.close()))
    return wrong.filter(Boolean).length
  }))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function isWrong(connection, session, call) {
  const text = `${session}-${call}`
  const tool = call % TOOLS
  const { chunks } = await connection.send('POST', JSON.stringify({ jsonrpc: '2.0', id: call, method: 'tools/call', params: { name: `tool-${tool}`, arguments: { text } } }))
  const { id, result } = parseAnswer(chunks)
  return id !== call || result.content[0].text !== toolText(tool, text, 1)
}

async function withServer(spec, measure) {
  const server = await startServer((await buildApp(spec)).entry)
  try {
    return await measure(server)
  }
  finally {
    await server.stop()
  }
}

function swept() {
  return new Promise(resolve => setTimeout(resolve, SWEPT))
}
