import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const PROBE = join(import.meta.dirname, 'probe.mjs')
const PATIENCE = 60_000
/**
 * V8 decides from the first garbage collections of a process, and by chance, which objects it makes in the old
 * generation from then on. See "How noise is handled" in README.md.
 */
const V8_OPTIONS = []

/** A measured server: a child process that listens on 127.0.0.1. */
export class ServerProcess {
  #child
  #asked = 0
  #waiting = new Map()

  /** @param {{ child: import('node:child_process').ChildProcess, origin: string, path: string }} options */
  constructor({ child, origin, path }) {
    this.#child = child
    this.origin = origin
    this.path = path
    child.on('message', ({ ask, answer }) => {
      this.#waiting.get(ask)?.(answer)
      this.#waiting.delete(ask)
    })
  }

  /**
   * Asks the probe in the process.
   *
   * @param {'cpu' | 'heap' | 'startProfile' | 'stopProfile'} question
   */
  ask(question) {
    return new Promise((resolve, reject) => {
      const ask = this.#asked++
      this.#waiting.set(ask, resolve)
      this.#child.send({ ask, question }, error => error && reject(error))
    })
  }

  async stop() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = new Promise(resolve => this.#child.once('exit', resolve))
      this.#child.kill('SIGKILL')
      await gone
    }
  }
}

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param {string} script
 * @param {{ path?: string, env?: Record<string, string> }} [options] `path`: where it serves MCP
 */
export async function startServer(script, { path = '/mcp', env = {} } = {}) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...V8_OPTIONS, '--expose-gc', '--import', PROBE, script], {
    env: serverEnv(port, env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const server = new ServerProcess({ child, origin, path })
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline && child.exitCode === null) {
    if (await fetch(origin + path).then(() => true, () => false)) {
      return server
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await server.stop()
  throw new Error(`\`${script}\` does not listen on ${origin}`)
}

/** @param {number} port */
export function serverEnv(port, env = {}) {
  return { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', ...env }
}

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
