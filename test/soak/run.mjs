// Random load on servers with sessions and without, after which everything has to be as before:
//   npm run test:soak -- [--minutes 10] [--seed <number>] [--skip-build]
import { parseArgs } from 'node:util'
import { fixture } from '../fuzz/fixture.mjs'
import { createAgent, exchange, readStats } from '../fuzz/http.mjs'
import { BUILDS } from '../helpers/two-builds.mjs'
import { Client, pause } from './client.mjs'
import { session, stateless } from './scenarios.mjs'

const { values: options } = parseArgs({
  options: { 'minutes': { type: 'string', default: '10' }, 'seed': { type: 'string', default: '20261130' }, 'skip-build': { type: 'boolean' } },
})

/** Clients at the same time, per server. */
const CLIENTS = 12
/** Seconds of load before the first measurement: the heap of a fresh server grows while code is compiled. */
const WARM_UP = 30
/** Milliseconds after which abandoned sessions are gone: `maxDuration` of the fixture, a sweep, and some more. */
const SETTLE = 12_000
/** How much more heap than before is no leak: 10 % and 2 MiB. */
const HEAP_FACTOR = 1.1
const HEAP_BYTES = 2 * 1024 * 1024
/** An answer to a plain request that takes longer, in milliseconds, hangs. */
const SLOWEST = 2000
const MIB = 1024 * 1024

const minutes = Number(options.minutes)
const seed = Number(options.seed)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  throw new Error('`--minutes` has to be a positive number and `--seed` a whole one.')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1))
}
if (!options['skip-build']) {
  BUILDS.forEach(fixture.build)
}
console.log(`seed ${seed}, ${minutes} minutes, ${CLIENTS} clients per server`)
const results = await Promise.all(BUILDS.map(soak))
console.table(transpose(results))
const failures = results.flatMap(({ build, problems }) => problems.map(problem => `${build}: ${problem}`))
for (const failure of failures) {
  console.error(`- ${failure}`)
}
console.log(failures.length > 0 ? `\nsoak: ${failures.length} failures` : '\nsoak: everything is as it was before')
process.exitCode = failures.length > 0 ? 1 : 0

async function soak(build) {
  const server = await fixture.start(build)
  try {
    await load(server, WARM_UP * 1000, seed)
    const before = await settle(server)
    const tally = await load(server, minutes * 60_000, seed + 1)
    const after = await settle(server)
    return { build, figures: toFigures(tally, before, after), problems: [...listProblems(tally, before, after), ...readOutput(server)] }
  }
  finally {
    await server.stop()
  }
}

async function load(server, milliseconds, seed) {
  const tally = { requests: 0, rounds: 0, abandoned: 0, slowest: 0, mostSessions: 0, scenarios: {}, problems: [] }
  const agent = createAgent(CLIENTS)
  const end = Date.now() + milliseconds
  const watch = setInterval(() => void readStats(server).then(({ sessions, heapUsed }) => {
    tally.mostSessions = Math.max(tally.mostSessions, sessions)
    tally.mostHeap = Math.max(tally.mostHeap ?? 0, heapUsed)
  }, error => tally.problems.push(`/stats: ${error.message}`)), 1000)
  await Promise.all(Array.from({ length: CLIENTS }, async (_, index) => {
    const random = createRandom(seed * 1000 + index)
    while (Date.now() < end) {
      await round(server, agent, random, tally)
    }
  }))
  clearInterval(watch)
  agent.destroy()
  return tally
}

async function round(server, agent, random, tally) {
  const client = new Client(server, agent, tally)
  client.notifyUpdated = uri => exchange(server, { agent, method: 'GET', path: `/updated?uri=${encodeURIComponent(uri)}`, headers: {}, timeout: SLOWEST })
  const names = Object.keys(stateless)
  const name = server.build === 'sessions' ? 'session' : names[random(names.length)]
  tally.scenarios[name] = (tally.scenarios[name] ?? 0) + 1
  tally.rounds++
  try {
    await (name === 'session' ? session : stateless[name])(client, random)
  }
  catch (error) {
    tally.problems.push(`${name}: ${error.stack}`)
  }
}

async function settle(server) {
  await pause(SETTLE)
  await readStats(server, { gc: true })
  return readStats(server, { gc: true })
}

function toFigures(tally, before, after) {
  return {
    'requests': tally.requests,
    'rounds': tally.rounds,
    'abandoned sessions': tally.abandoned,
    'most sessions': tally.mostSessions,
    'slowest answer (ms)': Math.round(tally.slowest),
    'heap before (MiB)': toMib(before.heapUsed),
    'heap at most (MiB)': toMib(tally.mostHeap ?? 0),
    'heap after (MiB)': toMib(after.heapUsed),
    'RSS before/after (MiB)': `${toMib(before.rss)} / ${toMib(after.rss)}`,
    'resources before': countResources(before),
    'resources after': countResources(after),
    'sessions after': after.sessions,
    'stored keys after': after.stored,
    'problems': tally.problems.length,
  }
}

/** One row per figure, one column per build. */
function transpose(results) {
  const names = Object.keys(results[0].figures)
  return Object.fromEntries(names.map(name => [name, Object.fromEntries(results.map(({ build, figures }) => [build, figures[name]]))]))
}

function listProblems(tally, before, after) {
  const grown = after.heapUsed > before.heapUsed * HEAP_FACTOR + HEAP_BYTES
  return [
    ...summarize(tally.problems),
    ...(tally.slowest > SLOWEST ? [`an answer took ${Math.round(tally.slowest)} ms`] : []),
    ...(grown ? [`the heap grew from ${toMib(before.heapUsed)} to ${toMib(after.heapUsed)} MiB`] : []),
    // The connection of `/stats` itself is in both.
    ...(countResources(before) === countResources(after) ? [] : [`active resources were ${countResources(before)} and are ${countResources(after)}`]),
    ...(after.sessions > 0 ? [`${after.sessions} sessions are left`] : []),
    ...(after.stored > 0 ? [`${after.stored} keys are left in storage`] : []),
    ...after.failures.map(failure => `Nitro saw an error: ${failure}`),
  ]
}

function readOutput(server) {
  const lines = server.output().split('\n').filter(line => /unhandled|uncaught|ERROR|WARN/i.test(line))
  return [...(server.hasCrashed() ? ['the server crashed'] : []), ...summarize(lines.map(line => `the server printed: ${line}`))]
}

/** Each problem once, with how often it was seen. */
function summarize(problems) {
  const counts = new Map()
  for (const problem of problems) {
    counts.set(problem, (counts.get(problem) ?? 0) + 1)
  }
  return [...counts].slice(0, 50).map(([problem, count]) => `${count} × ${problem}`)
}

function countResources({ resources }) {
  const counts = {}
  for (const resource of [...resources].sort()) {
    counts[resource] = (counts[resource] ?? 0) + 1
  }
  return Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', ')
}

function toMib(bytes) {
  return Number((bytes / MIB).toFixed(1))
}

/** Mulberry32: whole numbers below the argument, the same for the same seed. */
function createRandom(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below)
  }
}
