import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FULL, QUICK } from './effort.mjs'
import { Fleet } from './fleet.mjs'
import { buildAll, measureAll } from './measure/all.mjs'
import { profileMethods } from './profile/profile.mjs'
import { readEnvironment } from './report/environment.mjs'
import { renderReport } from './report/report.mjs'
import { toJson } from './report/results.mjs'
import { judge } from './rows.mjs'

const RESULTS = join(import.meta.dirname, 'results.json')

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
})

const fleet = new Fleet()
try {
  await (options.profile ? profile() : bench())
}
finally {
  await fleet.stop()
}

async function bench() {
  const effort = options.quick ? QUICK : FULL
  await buildAll(effort)
  const began = performance.now()
  const measured = await measureAll(fleet, effort)
  const seconds = (performance.now() - began) / 1000
  const rows = judge(measured)
  const environment = readEnvironment()
  writeFileSync(RESULTS, `${JSON.stringify(toJson({ environment, seconds, quick: options.quick, rows, measured }), undefined, 2)}\n`)
  console.log(renderReport({ environment, seconds, rows, measured, complete: effort.complete }))
  process.exitCode = rows.every(({ status }) => status === 'ok') ? 0 : 1
}

async function profile() {
  console.log(await profileMethods(fleet))
}
