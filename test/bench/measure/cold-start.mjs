import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CheckedRequest } from '../load/check.mjs'
import { Connection } from '../load/connection.mjs'
import { freePort, serverEnv } from '../servers.mjs'
import { median, shuffled } from '../statistics.mjs'

const LISTENING = 'Listening'

/**
 * Starts apps again and again, side by side, and takes the time from the start of the process to its first answer.
 *
 * @param {Record<string, { entry: string, path: string, request?: import('../load/requests.mjs').BenchRequest }>} apps
 *   without a request: a GET of `path`
 * @param {string} base what the others are compared with
 * @param {number} rounds
 */
export async function measureColdStarts(apps, base, rounds) {
  const times = Object.fromEntries(Object.keys(apps).map(name => [name, []]))
  // The first start of each reads its files from the disk.
  for (const app of Object.values(apps)) {
    await timeToFirstAnswer(app)
  }
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(Object.keys(apps), round)) {
      times[name].push(await timeToFirstAnswer(apps[name]))
    }
  }
  return {
    times,
    /** Median of all starts, in milliseconds. */
    median: name => median(times[name]),
    /** Median over the rounds of what a start takes longer than the base's, in milliseconds. */
    over: name => median(times[name].map((time, round) => time - times[base][round])),
  }
}

async function timeToFirstAnswer({ entry, path, request }) {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [entry], { env: serverEnv(port), stdio: ['ignore', 'pipe', 'inherit'] })
  const connection = new Connection(`http://127.0.0.1:${port}`, path)
  try {
    await untilListening(child)
    await askOnce(connection, request)
    return performance.now() - began
  }
  finally {
    await connection.close()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

async function untilListening(child) {
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    if (text.includes(LISTENING)) {
      child.stdout.resume()
      return
    }
  }
  throw new Error('The server ended before it listened')
}

async function askOnce(connection, request) {
  if (!request) {
    const { status } = await connection.send('GET')
    if (status !== 200) {
      throw new Error(`Status ${status}`)
    }
    return
  }
  const checked = new CheckedRequest(request)
  const { id, body } = checked.next()
  const answer = await connection.send('POST', body)
  checked.check(id, answer)
}
