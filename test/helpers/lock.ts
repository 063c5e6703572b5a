import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait before looking again. */
const POLL_MS = 200

/** Runs the task while no other process holds the lock. The lock of a process that is gone does not count. */
export async function withLock<T>(path: string, task: () => Promise<T>): Promise<T> {
  while (!tryAcquire(path)) await sleep(POLL_MS)
  try {
    return await task()
  }
  finally {
    rmSync(path, { force: true })
  }
}

function tryAcquire(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  }
  catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    if (isOrphaned(path)) rmSync(path, { force: true })
    return false
  }
}

function isOrphaned(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'))
    // Empty between its creation and its first byte.
    if (!owner) return false
    process.kill(owner, 0)
    return false
  }
  catch (error) {
    return hasCode(error, 'ESRCH')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
