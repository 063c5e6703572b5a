import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const here = import.meta.dirname
const modules = {
  ours: join(here, '../../src/module'),
  original: 'original',
}

/** Writes and builds an app with `tools` six-field tools and sessions. Returns its entry file. */
export function buildApp(which, tools, sessions) {
  const dir = join(here, '.apps', `${which}-${tools}`)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, 'server/mcp/tools'), { recursive: true })
  mkdirSync(join(dir, 'server/routes'), { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(dir, 'app.vue'), '<template><div>bench</div></template>\n')
  writeFileSync(join(dir, 'nuxt.config.ts'), `export default defineNuxtConfig({
  modules: [${JSON.stringify(modules[which])}],
  compatibilityDate: '2026-01-01',
  telemetry: false,
  buildDir: ${JSON.stringify(join(dir, '.nuxt'))},
  nitro: { experimental: { asyncContext: true } },
  mcp: { name: 'bench', sessions: ${JSON.stringify(sessions)} },
})
`)
  writeFileSync(join(dir, 'server/routes/heap.ts'), `export default defineEventHandler(async () => {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return process.memoryUsage().heapUsed
})
`)
  for (let index = 0; index < tools; index++) {
    writeFileSync(join(dir, `server/mcp/tools/tool-${index}.ts`), `import { z } from 'zod'
export default defineMcpTool({
  name: 'tool-${index}',
  description: 'Tool number ${index}',
  inputSchema: {
    text: z.string().min(1), count: z.number().int().default(1), kind: z.enum(['a', 'b', 'c']).optional(),
    flag: z.boolean().default(false), list: z.array(z.string()).default([]), note: z.string().max(200).optional(),
  },
  handler: ({ text, count }) => \`${index}:\${text}:\${count}\`,
})
`)
  }
  execFileSync(process.execPath, [join(here, 'node_modules/nuxt/bin/nuxt.mjs'), 'build', dir], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NUXT_TELEMETRY_DISABLED: '1' } })
  return join(dir, '.output/server/index.mjs')
}

/** Starts a built app and waits until it answers. */
export async function startApp(entry) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--expose-gc', entry], { env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    const alive = await fetch(`${origin}/heap`).then(reply => reply.ok, () => false)
    if (alive) return { origin, stop: () => child.kill('SIGKILL') }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${entry} does not answer`)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
