import { buildApp } from '../apps/build.mjs'
import { PING_ROUTE } from '../apps/sources.mjs'
import { BUILD_ROUNDS, TABLE } from '../effort.mjs'
import { Fleet } from '../fleet.mjs'
import { initialize, listTools } from '../load/requests.mjs'
import { Rounds } from '../load/rounds.mjs'
import { APPS, ROW_GROUPS, SPECS, tableGroups } from '../plan.mjs'
import { say } from '../report/progress.mjs'
import { measureBuildTimes } from './build-time.mjs'
import { measureColdStarts } from './cold-start.mjs'
import { heapPerSession } from './heap.mjs'
import { serverSize } from './size.mjs'
import { isServed, measureGroup } from './speed.mjs'

/**
 * Builds the apps that a run takes and that are not there yet.
 *
 * @param {import('../effort.mjs').Effort} effort
 */
export async function buildAll({ complete }) {
  for (const spec of complete ? [...APPS.quick, ...APPS.complete] : APPS.quick) {
    const { milliseconds } = await buildApp(spec)
    if (milliseconds !== undefined) {
      say(`built ${JSON.stringify(spec)} in ${(milliseconds / 1000).toFixed(0)} s`)
    }
  }
}

/**
 * @param {import('../fleet.mjs').Fleet} fleet stopped when this is done: starts and builds are measured alone
 * @param {import('../effort.mjs').Effort} effort
 * @param {readonly string[]} parts what to measure
 */
export async function measureAll(fleet, effort, parts) {
  const has = part => parts.includes(part)
  const speed = await measureRowGroups(fleet, effort, parts)
  const heap = has('heap') ? await measureHeap(fleet, effort) : undefined
  const tables = effort.complete ? await measureTables(fleet) : []
  await fleet.stop()
  const coldStart = has('cold start') ? await measureStarts(effort) : undefined
  const size = has('size') ? await measureSizes(effort) : undefined
  const buildTimes = effort.complete ? await measureBuilds() : undefined
  return { speed, heap, tables, coldStart, size, buildTimes }
}

async function measureRowGroups(fleet, { rounds, slice }, parts) {
  const speed = {}
  for (const [name, { targets, share = 1, pairs }] of Object.entries(ROW_GROUPS).filter(([name]) => parts.includes(name))) {
    const served = await Promise.all(Object.values(targets).map(target => isServed(fleet, target)))
    say(served.includes(false) ? `${name}: not served` : name)
    if (!served.includes(false)) {
      speed[name] = pairs
        ? await measureAnew(pairs, targets, { rounds: Math.ceil(rounds / 3), slice, warm: 40_000 })
        : await measureGroup(fleet, targets, { rounds: Math.round(rounds * share), slice })
    }
  }
  return speed
}

// What chance makes of a process stays with it, so a comparison of two processes says little and one of many does.
async function measureAnew(pairs, targets, options) {
  const measured = []
  for (let pair = 0; pair < pairs; pair++) {
    const fleet = new Fleet()
    try {
      measured.push(await measureGroup(fleet, targets, options))
    }
    finally {
      await fleet.stop()
    }
  }
  return Rounds.join(measured)
}

async function measureHeap(fleet, { complete }) {
  const heap = {}
  for (const server of complete ? ['ours', 'original'] : ['ours']) {
    for (const tools of [10, 100]) {
      say(`heap of sessions: ${server} ${tools}`)
      heap[`${server} ${tools}`] = await heapPerSession(await fleet.get(`${server}, sessions`, tools))
    }
  }
  return heap
}

async function measureTables(fleet) {
  const tables = []
  for (const { method, tools, targets } of tableGroups()) {
    say(`table: ${method}, N=${tools}`)
    tables.push({ method, tools, rounds: await measureGroup(fleet, targets, TABLE) })
  }
  return tables
}

async function measureStarts({ coldStarts, complete }) {
  say('cold starts')
  const apps = { empty: { entry: (await buildApp(SPECS.empty)).entry, path: PING_ROUTE } }
  for (const module of complete ? ['ours', 'original'] : ['ours']) {
    for (const tools of [10, 1000]) {
      const { entry } = await buildApp({ module, tools })
      apps[`${module} ${tools}`] = { entry, path: PING_ROUTE }
      apps[`${module} ${tools}, first initialize`] = { entry, path: '/mcp', request: initialize() }
      apps[`${module} ${tools}, first tools/list`] = { entry, path: '/mcp', request: listTools(tools) }
    }
  }
  return measureColdStarts(apps, 'empty', coldStarts)
}

async function measureSizes({ complete }) {
  const empty = serverSize((await buildApp(SPECS.empty)).dir)
  const size = {}
  for (const module of complete ? ['ours', 'original'] : ['ours']) {
    const { bytes, mapBytes, files } = serverSize((await buildApp({ ...SPECS.oneTool, module })).dir)
    size[module] = { bytes: bytes - empty.bytes, mapBytes: mapBytes - empty.mapBytes, files: files - empty.files }
  }
  return size
}

async function measureBuilds() {
  const dirs = {}
  for (const [name, spec] of Object.entries({ 'empty': SPECS.empty, 'ours 100': { module: 'ours', tools: 100 }, 'original 100': { module: 'original', tools: 100 } })) {
    dirs[name] = (await buildApp(spec)).dir
  }
  say('build times')
  return measureBuildTimes(dirs, BUILD_ROUNDS)
}
