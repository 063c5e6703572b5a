import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { childEnv } from './fixtures'

/** How long a process may take to end by itself before it is killed. */
const STOP_MS = 5000

export interface RunningProcess {
  /** What it printed so far, both streams. */
  output: () => string
  /** Settles with the exit code once the process is gone. */
  exited: Promise<number | null>
  stop: () => Promise<void>
  /** Ends it without a chance to do anything. */
  kill: () => Promise<void>
}

export interface ProcessOptions {
  args: string[]
  cwd: string
  env?: NodeJS.ProcessEnv
}

/** Runs Node with its output collected. */
export function startNode({ args, cwd, env }: ProcessOptions): RunningProcess {
  const child = spawn(process.execPath, args, { cwd, env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return { output: () => output, exited, stop: () => stop(child, exited), kill: () => kill(child, exited) }
}

/** Polls until the callback returns something else than `undefined`. */
export async function waitFor<T>(describe: string, poll: () => Promise<T | undefined> | T | undefined, timeout = 10_000): Promise<T> {
  const end = Date.now() + timeout
  for (;;) {
    const value = await poll()
    if (value !== undefined) return value
    if (Date.now() > end) throw new Error(`Timed out after ${timeout} ms: ${describe}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('The probe has no port')
  return address.port
}

async function kill(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await exited
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
}
