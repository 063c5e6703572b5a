import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

/** The repository. No answer of a server may mention it. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** How a fixture is built: with the sessions of the protocol, or every request for itself. */
export const BUILDS = ['sessions', 'stateless']

/**
 * A fixture whose `nuxt.config.ts` builds one source in two ways, as the variable `FIXTURE_BUILD` says.
 *
 * @param {string} name folder in test/fixtures
 * @param {{ nodeArguments?: string[] }} options for the Node that runs the servers
 */
export function createFixture(name, { nodeArguments = [] } = {}) {
  const dir = join(ROOT, 'test/fixtures', name)
  return {
    dir,
    build: build => buildFixture(dir, build),
    start: build => startFixture([...nodeArguments, join(dir, '.output', build, 'server/index.mjs')], build),
  }
}

function buildFixture(dir, build) {
  console.log(`Building the fixture (${build}) …`)
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/nuxt/bin/nuxt.mjs'), 'build', dir], {
      cwd: ROOT,
      env: { ...process.env, FIXTURE_BUILD: build, NUXT_TELEMETRY_DISABLED: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  catch (error) {
    throw new Error(`The fixture (${build}) cannot be built:\n${error.stdout}${error.stderr}`, { cause: error })
  }
}

/** Listens on the loopback interface, where requests for other hosts are to be refused. */
async function startFixture(nodeArguments, build) {
  const port = await findFreePort()
  const child = spawn(process.execPath, nodeArguments, {
    cwd: '/',
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  let output = ''
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (output.includes('Listening on')) resolve()
      })
    }
    child.once('close', code => reject(new Error(`The fixture (${build}) ended with ${code} before it listened:\n${output}`)))
  })
  return {
    build,
    port,
    pid: child.pid,
    url: `http://127.0.0.1:${port}/mcp`,
    /** What the server printed so far. */
    output: () => output,
    /** Whether it ended although nobody stopped it. */
    hasCrashed: hasEnded,
    stop: async () => {
      process.off('exit', kill)
      if (hasEnded()) return
      kill()
      await once(child, 'close')
    },
  }
}

async function findFreePort() {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return port
}
