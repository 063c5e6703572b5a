import { Connection } from '../load/connection.mjs'
import { CheckedRequest, parseAnswer } from '../load/check.mjs'
import { callTool, listTools } from '../load/requests.mjs'
import { measureRounds } from '../load/rounds.mjs'
import { Target } from '../load/target.mjs'

/**
 * @typedef {object} TargetSpec
 * @property {string} server name in the fleet, or `limit`
 * @property {number} tools how many it serves
 * @property {import('../load/requests.mjs').BenchRequest} request what it is asked
 */

const LIMIT_CALL = '/limit/call'
const LIMIT_LIST = '/limit/list'

/**
 * Measures a group of targets side by side.
 *
 * @param {import('../fleet.mjs').Fleet} fleet
 * @param {Record<string, TargetSpec>} specs
 * @param {{ rounds: number, slice: number }} options
 */
export async function measureGroup(fleet, specs, options) {
  const targets = {}
  try {
    for (const [name, spec] of Object.entries(specs)) {
      targets[name] = await openTarget(fleet, spec)
    }
    return await measureRounds(targets, options)
  }
  finally {
    await Promise.all(Object.values(targets).map(target => target.close()))
  }
}

/**
 * Whether the server knows what it would be asked.
 *
 * @param {import('../fleet.mjs').Fleet} fleet
 * @param {TargetSpec} spec
 */
export async function isServed(fleet, { server, tools, request }) {
  if (!request.isServed) {
    return true
  }
  const { origin, path } = await fleet.get(server, tools)
  const connection = new Connection(origin, path, request.headers)
  const answer = await connection.send('POST', new CheckedRequest(request).next().body)
  await connection.close()
  const { result } = parseAnswer(answer.chunks)
  return result !== undefined && request.isServed(result)
}

/** @param {import('../fleet.mjs').Fleet} fleet @param {TargetSpec} spec */
export async function openTarget(fleet, { server, tools, request }) {
  if (server === 'limit') {
    return openLimit(await fleet.get('ours', tools), tools, request)
  }
  return Target.open({ server: await fleet.get(server, tools), request, sessions: server.endsWith(', sessions') })
}

// The limit routes answer what ours answers, byte for byte.
async function openLimit(server, tools, request) {
  if (request.method === 'tools/call') {
    return Target.open({ server, request: callTool(tools), path: LIMIT_CALL })
  }
  const listing = await Target.open({ server, request: listTools(tools) })
  const { result } = parseAnswer((await listing.once()).chunks)
  await listing.close()
  const connection = new Connection(server.origin, LIMIT_LIST)
  await connection.send('PUT', JSON.stringify(result))
  await connection.close()
  return Target.open({ server, request: listTools(tools), path: LIMIT_LIST })
}
