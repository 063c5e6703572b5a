import { buildApp, startApp } from './apps.mjs'

const HEADERS = { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream' }
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
const KIB = 1024

const figures = []
for (const tools of [10, 100]) {
  const [ours, original] = [await heapPerSession('ours', tools), await heapPerSession('original', tools)]
  figures.push({ figure: `heap per idle session, ${tools} tools`, ours: `${ours.toFixed(1)} KiB`, original: `${original.toFixed(1)} KiB`, ratio: (ours / original).toFixed(2), must: '≤ 0.60', ok: ours / original <= 0.6 })
}
const left = await leftAfterSweep()
figures.push({ figure: 'heap after 2000 sessions were swept', ours: `${(left * 100).toFixed(1)} % of the start`, original: '', ratio: '', must: 'within 10 %', ok: Math.abs(left - 1) <= 0.1 })
const mixed = await mixedAnswers()
figures.push({ figure: 'mixed answers, 200 sessions × 20 calls', ours: String(mixed), original: '', ratio: '', must: '0', ok: mixed === 0 })
console.table(figures)
process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1

/** KiB of heap that each of 500 idle sessions adds, after 500 others have warmed the server up. */
async function heapPerSession(which, tools) {
  const app = await startApp(buildApp(which, tools, { enabled: true, maxSessions: 5000 }))
  try {
    await openMany(app, 500)
    const before = await heap(app)
    await openMany(app, 500)
    return (await heap(app) - before) / 500 / KIB
  }
  finally {
    app.stop()
  }
}

async function leftAfterSweep() {
  const app = await startApp(buildApp('ours', 10, { enabled: true, maxSessions: 5000, maxDuration: 1000 }))
  try {
    await openMany(app, 200)
    await expire(app)
    const before = await heap(app)
    await openMany(app, 2000)
    await expire(app)
    return await heap(app) / before
  }
  finally {
    app.stop()
  }
}

async function mixedAnswers() {
  const app = await startApp(buildApp('ours', 10, { enabled: true, maxSessions: 5000 }))
  try {
    const results = await Promise.all(Array.from({ length: 200 }, async (_, session) => {
      const id = await open(app)
      const answers = await Promise.all(Array.from({ length: 20 }, (_, call) => post(app, { jsonrpc: '2.0', id: call, method: 'tools/call', params: { name: `tool-${call % 10}`, arguments: { text: `${session}-${call}` } } }, id)))
      return answers.filter(({ text }, call) => !text.includes(`"${call % 10}:${session}-${call}:1"`)).length
    }))
    return results.reduce((sum, count) => sum + count, 0)
  }
  finally {
    app.stop()
  }
}

async function openMany(app, count) {
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - done) }, () => open(app)))
  }
}

async function open(app) {
  const reply = await post(app, { jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE })
  const id = reply.headers.get('mcp-session-id')
  if (!id) throw new Error(`No session: ${reply.status} ${reply.text}`)
  await post(app, { jsonrpc: '2.0', method: 'notifications/initialized' }, id)
  return id
}

async function post({ origin }, message, session) {
  const reply = await fetch(`${origin}/mcp`, { method: 'POST', headers: { ...HEADERS, ...(session ? { 'mcp-session-id': session } : {}) }, body: JSON.stringify(message) })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

async function heap({ origin }) {
  return Number(await (await fetch(`${origin}/heap`)).text())
}

/** Sessions last one second here; the sweep runs as often. */
async function expire() {
  await new Promise(resolve => setTimeout(resolve, 6_000))
}
