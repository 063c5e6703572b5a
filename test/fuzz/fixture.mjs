import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

/** The repository. No answer of a server may mention it. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** How the fixture is built: every request for itself, or with the sessions of the protocol. */
export const BUILDS = ['stateless', 'sessions']

const FIXTURE = join(ROOT, 'test/fixtures/fuzz')

export function buildFixture(build) {
  console.log(`Building the fixture (${build}) …`)
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/nuxt/bin/nuxt.mjs'), 'build', FIXTURE], {
      cwd: ROOT,
      env: { ...process.env, FUZZ_BUILD: build, NUXT_TELEMETRY_DISABLED: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  catch (error) {
    throw new Error(`The fixture (${build}) cannot be built:\n${error.stdout}${error.stderr}`, { cause: error })
  }
}

/** Starts a build on the loopback interface, with a garbage collector that `/stats` can call. */
export async function startFixture(build) {
  const port = await findFreePort()
  const child = spawn(process.execPath, ['--expose-gc', join(FIXTURE, '.output', build, 'server/index.mjs')], {
    cwd: '/',
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
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
    /** What the server printed so far. */
    output: () => output,
    hasCrashed: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      process.off('exit', kill)
      if (child.exitCode === null && child.signalCode === null) {
        kill()
        await once(child, 'close')
      }
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
