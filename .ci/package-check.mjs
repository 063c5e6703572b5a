// Packs the module, checks the tarball, installs it in a blank Nuxt app and uses it there like a user would.
//   node .ci/package-check.mjs [nuxt range] [node version]
// The app's commands run under the given Node (from the npm package `node`), so the newest Nuxt can be tried too.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { globSync } from 'tinyglobby'

const [nuxtRange = '~4.4.8', nodeVersion] = process.argv.slice(2)
const node = nodeVersion ? execFileSync('npx', ['-y', '-p', `node@${nodeVersion}`, 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim() : process.execPath
const root = resolve(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'mcp-package-'))
const app = join(work, 'app')

try {
  const tarball = pack()
  checkDeclaredImports()
  run('npx', ['publint', '--strict', tarball], root)
  createApp(tarball)
  runInApp('nuxt', ['typecheck'])
  runInApp('nuxt', ['build'])
  await serveAndCall()
  console.log(`package check: ok (nuxt ${nuxtRange}, node ${nodeVersion ?? process.version})`)
}
finally {
  rmSync(work, { recursive: true, force: true })
}

function pack() {
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: root, encoding: 'utf8' }))
  return join(work, filename)
}

/** Every package that the published code or declarations import has to be a dependency or a peer. */
function checkDeclaredImports() {
  const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const declared = new Set([name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)])
  const undeclared = new Map()
  for (const file of globSync('dist/**/*.{js,mjs,ts,mts}', { cwd: root, absolute: true })) {
    const { module } = parseSync(file, readFileSync(file, 'utf8'))
    const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []))]
    for (const { value } of requests) {
      const bare = /^(@[^/]+\/[^/]+|[^@./#][^/]*)/.exec(value)?.[1]
      if (bare && !bare.startsWith('node:') && !builtinModules.includes(bare) && !declared.has(bare)) {
        undeclared.set(bare, file)
      }
    }
  }
  if (undeclared.size > 0) {
    throw new Error(`Imported but not declared: ${JSON.stringify([...undeclared])}`)
  }
}

function createApp(tarball) {
  mkdirSync(app)
  cpSync(join(import.meta.dirname, 'package-check-app'), app, { recursive: true })
  if (nuxtRange.startsWith('3')) {
    // Nuxt 3 has one TypeScript project instead of four.
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ extends: './.nuxt/tsconfig.json' }))
  }
  writeFileSync(join(app, 'package.json'), JSON.stringify({
    private: true,
    type: 'module',
    dependencies: { 'nuxt': nuxtRange, '@nuxtjs/mcp-toolkit': `file:${tarball}`, 'zod': '^4.1.13' },
    devDependencies: { 'typescript': '~5.9.3', 'vue-tsc': '^3.3.14' },
    overrides: nodeVersion ? {} : { cssnano: '^7' },
  }))
  run('npm', ['install', '--no-audit', '--no-fund'], app)
}

async function serveAndCall() {
  const port = await freePort()
  const entry = join(app, '.output/server/index.mjs')
  const server = spawn(node, [entry], { cwd: '/', env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' }, stdio: 'inherit' })
  try {
    const url = `http://127.0.0.1:${port}/mcp`
    await waitFor(url)
    const list = await call(url, 'tools/list')
    expectEqual(list.tools.map(tool => tool.name), ['add', 'register-agent'])
    const sum = await call(url, 'tools/call', { name: 'add', arguments: { a: 1, b: 2 } })
    expectEqual(sum.content, [{ type: 'text', text: '3' }])
    const guide = await call(url, 'resources/read', { uri: 'file:///guide.md' })
    expectEqual(guide.contents[0].text, '# Guide\n')
    const prompt = await call(url, 'prompts/get', { name: 'explain', arguments: { topic: 'MCP' } })
    expectEqual(prompt.messages[0].content.text, 'Explain MCP.')
  }
  finally {
    server.kill()
  }
}

async function call(url, method, params) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  const { result, error } = await response.json()
  if (error) {
    throw new Error(`${method}: ${JSON.stringify(error)}`)
  }
  return result
}

async function waitFor(url) {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await call(url, 'ping')
      return
    }
    catch {
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  throw new Error(`No answer from ${url}`)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function runInApp(bin, args) {
  const { bin: bins } = JSON.parse(readFileSync(join(app, 'node_modules', bin, 'package.json'), 'utf8'))
  run(node, [join(app, 'node_modules', bin, typeof bins === 'string' ? bins : bins[bin]), ...args], app)
}

function run(command, args, cwd) {
  console.log(`$ ${command} ${args.join(' ')}`)
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`
  execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path, NUXT_TELEMETRY_DISABLED: '1' } })
}

function expectEqual(actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`Expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
  }
}
