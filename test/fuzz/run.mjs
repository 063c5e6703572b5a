// Property-based tests against built servers, with sessions and without:
//   npm run test:fuzz -- [--requests 75000] [--seed <number>] [--only <suite>] [--build stateless|sessions] [--skip-build]
// A failure prints the seed and the smallest input that was found.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { BUILDS } from '../helpers/two-builds.mjs'
import { fixture } from './fixture.mjs'
import { createAgent, exchange, readStats } from './http.mjs'
import { SUITES } from './suites.mjs'

const { values: options } = parseArgs({
  options: {
    'requests': { type: 'string', default: '75000' },
    'seed': { type: 'string', default: '20261130' },
    'only': { type: 'string' },
    'build': { type: 'string' },
    'skip-build': { type: 'boolean' },
  },
})

/** Connections per server. */
const CONNECTIONS = 16
/** Inputs per check; the next one continues with the next seed. */
const RUNS = 100
/** Milliseconds that late errors get to be noticed. */
const SETTLE = 2000

const seed = Number(options.seed)
const requests = Number(options.requests)
const suites = SUITES.filter(({ name }) => !options.only || options.only === name)
const builds = BUILDS.filter(build => !options.build || options.build === build)
if (!Number.isSafeInteger(seed) || !(requests > 0) || suites.length === 0 || builds.length === 0) {
  throw new Error(`\`--seed\` and \`--requests\` have to be numbers, \`--only\` one of ${SUITES.map(({ name }) => `\`${name}\``).join(', ')}, \`--build\` one of ${BUILDS.join(', ')}.`)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1))
}
if (!options['skip-build']) {
  builds.forEach(fixture.build)
}
console.log(`seed ${seed}`)
const results = []
for (const build of builds) {
  results.push(await fuzz(build))
}
console.table(Object.fromEntries(results.flatMap(({ build, tallies }) => tallies.map(({ name, seconds, ...tally }) => [`${build}: ${name}`, {
  'requests': tally.requests,
  'messages': tally.messages,
  'slowest (ms)': Math.round(tally.slowest),
  'seconds': Math.round(seconds),
  'statuses': Object.entries(tally.statuses).map(([status, count]) => `${status}: ${count}`).join(', '),
}]))))
const all = results.flatMap(({ tallies }) => tallies)
const failures = results.flatMap(({ build, failures }) => failures.map(failure => `${build}: ${failure}`))
console.log(`${sum(all, 'requests')} requests with ${sum(all, 'messages')} messages`)
for (const failure of failures) {
  console.error(`\n- ${failure}`)
}
console.log(failures.length > 0 ? `\nfuzz: ${failures.length} failures (seed ${seed})` : '\nfuzz: every property holds')
process.exitCode = failures.length > 0 ? 1 : 0

async function fuzz(build) {
  const failures = []
  const tallies = []
  let server = await fixture.start(build)
  for (const suite of suites) {
    const tally = { name: suite.name, requests: 0, messages: 0, slowest: 0, statuses: {} }
    const target = { server, agent: createAgent(CONNECTIONS), tally }
    const begin = performance.now()
    const failure = await check(suite, target, requests * suite.share / builds.length)
    tallies.push({ ...tally, seconds: (performance.now() - begin) / 1000 })
    target.agent.destroy()
    console.log(`${build}: ${suite.name}: ${tally.requests} requests in ${Math.round((performance.now() - begin) / 1000)} s${failure ? ', failed' : ''}`)
    if (failure) failures.push(`${suite.name}: ${failure}`)
    failures.push(...(await findServerFailures(server)).map(problem => `${suite.name}: ${problem}`))
    if (server.hasCrashed() || failures.length > 0) {
      await server.stop()
      server = await fixture.start(build)
    }
  }
  await server.stop()
  return { build, tallies, failures }
}

/** Runs until the suite has sent its share, or does not hold. */
async function check({ arbitrary, run }, target, share) {
  const property = fc.asyncProperty(arbitrary, async (input) => {
    const problems = await run(target, input)
    if (problems.length > 0) throw new Error(problems.join('\n  '))
  })
  for (let part = 0; target.tally.requests < share; part++) {
    const details = await fc.check(property, { seed: seed + part, numRuns: RUNS })
    if (details.failed) {
      return `seed ${details.seed}, path ${details.counterexamplePath}, after ${details.numShrinks} shrinks:\n  ${details.errorInstance?.message}\n  input: ${JSON.stringify(details.counterexample)?.slice(0, 1500)}`
    }
  }
}

async function findServerFailures(server) {
  await new Promise(resolve => setTimeout(resolve, SETTLE))
  if (server.hasCrashed()) return [`the server crashed:\n${server.output().slice(-3000)}`]
  const stats = await readStats(server)
  const ping = await exchange(server, { body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}', timeout: SETTLE })
  const unhandled = server.output().split('\n').filter(line => /unhandled|uncaught|TypeError|RangeError/i.test(line))
  return [
    ...stats.failures.map(failure => `Nitro saw an error: ${failure}`),
    ...(ping.status === 200 ? [] : [`an honest client gets ${ping.status} afterwards`]),
    ...[...new Set(unhandled)].slice(0, 20).map(line => `the server printed: ${line}`),
  ]
}

function sum(list, key) {
  return list.reduce((total, entry) => total + entry[key], 0)
}
