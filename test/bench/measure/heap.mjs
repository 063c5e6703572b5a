import { Connection } from '../load/connection.mjs'
import { openSession } from '../load/session.mjs'

const SESSIONS = 500
const AT_ONCE = 20
const KIB = 1024

/**
 * KiB of heap that each of 500 idle sessions adds, after 500 others have warmed the server up.
 *
 * @param {import('../servers.mjs').ServerProcess} server
 */
export async function heapPerSession(server) {
  await openSessions(server, SESSIONS)
  const before = await server.ask('heap')
  await openSessions(server, SESSIONS)
  return (await server.ask('heap') - before) / SESSIONS / KIB
}

/**
 * Opens sessions that nobody uses.
 *
 * @param {import('../servers.mjs').ServerProcess} server
 * @param {number} count
 */
export async function openSessions(server, count) {
  const lanes = Array.from({ length: AT_ONCE }, (_, lane) => Math.ceil((count - lane) / AT_ONCE))
  await Promise.all(lanes.map(async (sessions) => {
    const connection = new Connection(server.origin, server.path)
    for (let opened = 0; opened < sessions; opened++) {
      await openSession(connection)
    }
    await connection.close()
  }))
}
