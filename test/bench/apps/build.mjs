import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { PING_ROUTE, appSource, configSource, limitCallSource, limitListSource, middleTool, pingSource, promptSource, resourceSource, toolSource } from './sources.mjs'

const run = promisify(execFile)
const bench = resolve(import.meta.dirname, '..')
const root = resolve(bench, '../..')
const apps = join(bench, '.apps')
const copy = join(apps, 'package')

/**
 * @typedef {object} AppSpec
 * @property {'ours' | 'original' | 'empty'} module whose module the app uses
 * @property {number} tools how many it has
 * @property {'lasting' | 'short'} [sessions] `short`: they end after a second; absent: without sessions
 * @property {boolean} [bare] tools only: no resource, no prompt and no limit routes
 */

/**
 * Builds an app, unless it is there and none of its sources changed.
 *
 * @param {AppSpec} spec
 * @returns {Promise<{ dir: string, entry: string, milliseconds: number | undefined }>} `milliseconds` is absent when nothing had to be built
 */
export async function buildApp(spec) {
  const dir = join(apps, nameOf(spec))
  const files = filesOf(spec, dir)
  const stamp = stampOf(spec, files)
  const stampFile = join(dir, '.stamp')
  const entry = join(dir, '.output/server/index.mjs')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    return { dir, entry, milliseconds: undefined }
  }
  if (spec.module === 'ours') {
    await buildPackage()
  }
  rmSync(dir, { recursive: true, force: true })
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), source)
  }
  const milliseconds = await runBuild(dir)
  writeFileSync(stampFile, stamp)
  return { dir, entry, milliseconds }
}

/** Runs `nuxt build` in a generated app. Returns milliseconds. */
export async function runBuild(dir) {
  const began = performance.now()
  await run(process.execPath, [join(bench, 'node_modules/nuxt/bin/nuxt.mjs'), 'build', dir], { cwd: dir, maxBuffer: 2 ** 26, env: { ...process.env, NUXT_TELEMETRY_DISABLED: '1' } })
  return performance.now() - began
}

function nameOf({ module, tools, sessions, bare }) {
  return [module, module === 'empty' ? undefined : tools, sessions && `${sessions}-sessions`, bare ? 'bare' : undefined].filter(part => part !== undefined).join('-')
}

function filesOf({ module, tools, sessions, bare }, dir) {
  const files = {
    'package.json': '{ "private": true, "type": "module" }\n',
    'app.vue': appSource,
    'nuxt.config.ts': configSource({ module: moduleOf(module), sessions, dir }),
    [`server/routes${PING_ROUTE}.ts`]: pingSource,
  }
  if (module !== 'empty') {
    for (let index = 0; index < tools; index++) {
      files[`server/mcp/tools/tool-${index}.ts`] = toolSource(index)
    }
  }
  if (module !== 'empty' && !bare) {
    files['server/mcp/resources/note.ts'] = resourceSource
    files['server/mcp/prompts/review.ts'] = promptSource
    files['server/routes/limit/call.ts'] = limitCallSource(middleTool(tools, false))
    files['server/routes/limit/list.ts'] = limitListSource
  }
  return files
}

function moduleOf(module) {
  return { ours: join(copy, 'dist/module.mjs'), original: 'original', empty: undefined }[module]
}

let built

// As it is published: what is bundled of it counts. Zod and the SDK resolve from where the files lie. Beside the apps
// they find the copies that the apps use, as an installed package does; from the repository's own folder every app
// would get two of each.
function buildPackage() {
  return built ??= (async () => {
    await run('npm', ['run', 'build'], { cwd: root, maxBuffer: 2 ** 26 })
    rmSync(copy, { recursive: true, force: true })
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
    cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  })()
}

function stampOf(spec, files) {
  const hash = createHash('sha256').update(JSON.stringify(files)).update(readFileSync(join(bench, 'package-lock.json')))
  if (spec.module === 'ours') {
    for (const file of listFiles(join(root, 'src'))) {
      hash.update(relative(root, file)).update(readFileSync(file))
    }
    hash.update(readFileSync(join(root, 'package.json')))
  }
  return hash.digest('hex')
}

function listFiles(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}
