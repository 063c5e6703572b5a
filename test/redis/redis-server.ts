import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'pathe'
import { findFreePort, waitFor } from '../helpers/process'

/** A Redis of our own, which keeps nothing on disk. */
export interface RedisServer {
  url: string
  port: number
  /** Starts it again, empty. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Stops answering, with all connections open. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort()
  const dir = mkdtempSync(join(tmpdir(), 'mcp-redis-'))
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir], { stdio: 'ignore' })
    await waitFor('redis-server listens', () => accepts(port))
  }
  const stop = async () => {
    const running = child
    child = undefined
    if (running && running.exitCode === null) {
      running.kill('SIGKILL')
      await once(running, 'close')
    }
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    stop,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function accepts(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(undefined))
  })
}
