// Runs `@modelcontextprotocol/conformance` against the conformance fixture, with sessions and without:
//   npm run conformance -- [--only sessions|stateless] [--skip-build] [--update]
// Fails on every difference from expected.json, which `--update` rewrites, and on every failure and warning of a
// strict suite.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BUILDS, createFixture } from '../helpers/two-builds.mjs'
import { compare, formatTable, listProblems, listForbidden, updateExpected } from './report.mjs'
import { SUITES, runSuite } from './suite.mjs'

const { values: options } = parseArgs({
  options: { 'only': { type: 'string' }, 'skip-build': { type: 'boolean' }, 'update': { type: 'boolean' } },
})
const builds = BUILDS.filter(build => !options.only || options.only === build)
if (builds.length === 0) {
  throw new Error(`There is no build \`${options.only}\`: use ${BUILDS.map(build => `\`${build}\``).join(' or ')}.`)
}

// Without a handler the signals would end this process but not its servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1))
}

const fixture = createFixture('conformance')
const resultsDir = join(fixture.dir, '.data/results')
const expectedFile = join(import.meta.dirname, 'expected.json')
const expected = existsSync(expectedFile) ? JSON.parse(readFileSync(expectedFile, 'utf8')) : {}
const node = findSuiteNode()

const runs = []
for (const build of builds) {
  if (!options['skip-build']) {
    fixture.build(build)
  }
  runs.push(...await runSuites(build))
}

console.log(`\n${formatTable(runs)}\n`)
for (const problem of listProblems(runs)) {
  console.log(problem)
}
const differences = compare(runs, expected)
const forbidden = listForbidden(runs)
if (options.update) {
  writeFileSync(expectedFile, `${JSON.stringify(updateExpected(runs, expected), null, 2)}\n`)
  console.log(`\n${differences.length} expectations updated in ${expectedFile}`)
}
else if (differences.length > 0) {
  console.error(`\nNot as expected (what the suites saw is in ${resultsDir}; where the change is right, run again with --update):`)
  for (const difference of differences) {
    console.error(`- ${difference}`)
  }
}
if (forbidden.length > 0) {
  console.error('\nWhat may not be expected either:')
  for (const problem of forbidden) {
    console.error(`- ${problem}`)
  }
}
if (forbidden.length > 0 || (differences.length > 0 && !options.update)) {
  process.exitCode = 1
}
else {
  console.log('\nconformance: as expected')
}

async function runSuites(build) {
  const server = await fixture.start(build)
  const finished = []
  try {
    for (const suite of SUITES) {
      const checks = await runSuite(suite, { node, url: server.url, results: join(resultsDir, `${build}-${suite.label}`) })
      finished.push({ build, version: suite.label, strict: suite.strict, checks })
    }
  }
  finally {
    writeFileSync(join(resultsDir, `${build}.log`), server.output())
    await stopFixture(server)
  }
  return finished
}

async function stopFixture(server) {
  if (server.hasCrashed()) {
    throw new Error(`The fixture (${server.build}) crashed:\n${server.output()}`)
  }
  await server.stop()
}

/** The suites need Node 22 or newer; the servers run on the Node that runs this. */
function findSuiteNode() {
  const [major] = process.versions.node.split('.').map(Number)
  return major >= 22 ? process.execPath : execFileSync('npx', ['-y', '-p', 'node@24', 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim()
}
