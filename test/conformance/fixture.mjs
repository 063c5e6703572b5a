import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The folder of the fixture, which both builds are made from. */
export const FIXTURE = join(root, 'test/fixtures/conformance')

/** How a fixture is built: with the sessions of the protocol, or every request for itself. */
export const BUILDS = ['sessions', 'stateless']

export function buildFixture(build) {
  console.log(`Building the fixture (${build}) …`)
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/nuxt/bin/nuxt.mjs'), 'build', FIXTURE], {
      cwd: root,
      env: { ...process.env, CONFORMANCE_BUILD: build, NUXT_TELEMETRY_DISABLED: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  catch (error) {
    throw new Error(`The fixture (${build}) cannot be built:\n${error.stdout}${error.stderr}`, { cause: error })
  }
}

/** Starts a build on the loopback interface, where requests for other hosts are to be refused. */
export async function startFixture(build) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(FIXTURE, '.output', build, 'server/index.mjs')], {
    cwd: '/',
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  const listening = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (output.includes('Listening on')) resolve()
      })
    }
    child.once('close', code => reject(new Error(`The fixture (${build}) ended with ${code} before it listened:\n${output}`)))
  })
  await listening
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    /** What the server printed so far. */
    output: () => output,
    /** Ends the server; fails when it is gone already. */
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`The fixture (${build}) crashed with ${child.exitCode ?? child.signalCode}:\n${output}`)
      }
      process.off('exit', kill)
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
