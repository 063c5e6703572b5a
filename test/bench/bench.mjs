import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FULL, QUICK } from './effort.mjs'
import { Fleet } from './fleet.mjs'
import { buildAll, measureAll } from './measure/all.mjs'
import { PARTS } from './plan.mjs'
import { profileMethods } from './profile/profile.mjs'
import { readEnvironment } from './report/environment.mjs'
import { renderReport } from './report/report.mjs'
import { toJson } from './report/results.mjs'
import { judge } from './rows.mjs'

const RESULTS = join(import.meta.dirname, 'results.json')

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    profile: { type: 'boolean', default: false },
  },
})

const fleet = new Fleet()
try {
  await (options.profile ? profile() : bench(options))
}
finally {
  await fleet.stop()
}

async function bench({ quick, only }) {
  const parts = chooseParts(only)
  // A part of a run is a quick one: what takes long is never part of it.
  const effort = quick || only.length > 0 ? QUICK : FULL
  if (only.length === 0) {
    await buildAll(effort)
  }
  const began = performance.now()
  const measured = await measureAll(fleet, effort, parts)
  const seconds = (performance.now() - began) / 1000
  const run = { environment: readEnvironment(), quick: effort === QUICK, seconds, rows: judge(measured, parts), measured }
  writeFileSync(RESULTS, `${JSON.stringify(toJson(run), undefined, 2)}\n`)
  console.log(renderReport(run))
  process.exitCode = run.rows.every(({ status }) => status === 'ok') ? 0 : 1
}

async function profile() {
  console.log(await profileMethods(fleet))
}

function chooseParts(only) {
  const unknown = only.filter(name => !PARTS.includes(name))
  if (unknown.length > 0) {
    throw new Error(`\`--only ${unknown[0]}\` names no part of the benchmark. Choose from ${PARTS.map(name => `\`${name}\``).join(', ')}.`)
  }
  return only.length > 0 ? only : PARTS
}
