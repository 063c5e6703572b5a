import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Two minutes; a run takes a few seconds, and 0.1 waits for ever where a server hangs. */
const TIMEOUT = 120_000

const require = createRequire(import.meta.url)

/**
 * The suites in `devDependencies`: the released one, and the one that knows 2025-11-25 best, for both protocol eras. A
 * strict one has no failure and no warning that may be expected.
 */
export const SUITES = [
  { name: 'conformance-0.1', args: [], suffix: '', strict: false },
  { name: 'conformance-0.2', args: ['--spec-version', '2025-11-25'], suffix: '', strict: false },
  { name: 'conformance-0.2', args: ['--spec-version', '2026-07-28'], suffix: '+2026-07-28', strict: true },
].map(({ name, suffix, ...suite }) => {
  const manifest = require.resolve(`${name}/package.json`)
  const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return { ...suite, label: version + suffix, bin: join(dirname(manifest), bin.conformance) }
})

/**
 * Runs every scenario of a suite against a server.
 *
 * @param {{ bin: string, args: string[] }} suite
 * @param {{ node: string, url: string, results: string }} options the Node that runs it, and a folder for its files
 * @returns {Promise<Map<string, object[]>>} the checks of each scenario, in the order in which they ran
 */
export async function runSuite({ bin, args }, { node, url, results }) {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const child = spawn(node, [bin, 'server', '--url', url, '--suite', 'all', ...args, '--output-dir', results], { timeout: TIMEOUT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  await once(child, 'close')
  const scenarios = [...output.matchAll(/^=== Running scenario: (\S+) ===$/gm)].map(([, scenario]) => scenario)
  if (child.signalCode || scenarios.length === 0) {
    throw new Error(`The suite ended without a result (${child.signalCode ?? child.exitCode}):\n${output}`)
  }
  return new Map(scenarios.map(scenario => [scenario, readChecks(results, scenario)]))
}

/** One that crashed leaves no file. */
function readChecks(results, scenario) {
  const folder = readdirSync(results).find(name => name.replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '') === `server-${scenario}`)
  return folder
    ? JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))
    : [{ id: scenario, status: 'FAILURE', errorMessage: 'The scenario crashed.' }]
}
