import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'pathe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpEndpoint, createEndpoint, message } from '../helpers/endpoint'
import { FIXTURES_DIR, NUXT_CLI } from '../helpers/fixtures'
import { type RunningProcess, findFreePort, startNode, waitFor } from '../helpers/process'

/** How long a change may take to be served. */
const CHANGE_MS = 20_000
const START_MS = 90_000
// Below the repository, so that its packages are found; a name of its own, because two runs may overlap.
const APP = mkdtempSync(join(FIXTURES_DIR, '.tmp-dev-'))

let dev: RunningProcess
let server: McpEndpoint

function write(file: string, content: string): void {
  const path = join(APP, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function remove(path: string): void {
  rmSync(join(APP, path), { recursive: true })
}

function toolFile(text: string, description = text): string {
  return `export default defineMcpTool({ description: ${JSON.stringify(description)}, handler: () => ${JSON.stringify(text)} })\n`
}

/** The names that an endpoint lists; `undefined` while the server restarts or the endpoint does not exist. */
async function toolNames(path = ''): Promise<string[] | undefined> {
  try {
    const reply = await createEndpoint(server.url + path).post(message(1, 'tools/list'))
    if (reply.status !== 200 || reply.headers['content-type'] !== 'application/json') return undefined
    return reply.json<{ result: { tools: { name: string }[] } }>().result.tools.map(({ name }) => name)
  }
  catch {
    // The dev server closes connections while it swaps its worker.
    return undefined
  }
}

async function served(path: string, expected: string[] | undefined): Promise<void> {
  let last: string[] | undefined
  await waitFor(`${path || 'the endpoint'} lists ${JSON.stringify(expected)}\n${dev.output().slice(-3000)}`, async () => {
    last = await toolNames(path)
    return JSON.stringify(last) === JSON.stringify(expected) || undefined
  }, CHANGE_MS)
}

beforeAll(async () => {
  cpSync(join(FIXTURES_DIR, 'basic/app.vue'), join(APP, 'app.vue'))
  write('package.json', '{ "name": "fixture-dev", "private": true, "type": "module" }')
  write('nuxt.config.ts', [
    'import Mcp from \'../../../src/module\'',
    'export default defineNuxtConfig({',
    '  modules: [Mcp],',
    '  compatibilityDate: \'2026-01-01\',',
    '  telemetry: false,',
    '  devtools: { enabled: false },',
    // A path that is no endpoint is a page; without this it would be compiled first.
    '  ssr: false,',
    '})',
  ].join('\n'))
  write('docs/page.md', 'first text')
  const port = await findFreePort()
  server = createEndpoint(`http://127.0.0.1:${port}/mcp`)
  dev = startNode({ args: [NUXT_CLI, 'dev', APP, '--no-fork', '--host', '127.0.0.1', '--port', String(port)], cwd: APP })
  await waitFor('the dev server answers', async () => {
    return await toolNames() ?? undefined
  }, START_MS).catch((error: Error) => {
    throw new Error(`${error.message}\n${dev.output()}`)
  })
}, START_MS + 10_000)

afterAll(async () => {
  await dev?.stop()
  rmSync(APP, { recursive: true, force: true })
})

// discovery R60, R61. The steps build on each other: one dev server, one history of its files.
describe('definition files come and go', () => {
  it('without any, the endpoint is empty', async () => {
    expect(await toolNames()).toEqual([])
    expect(dev.output()).toContain('server/mcp/tools/')
  })

  it('the first ever is served', async () => {
    write('server/mcp/tools/first.ts', toolFile('first'))
    await served('', ['first'])
    expect(await server.callText('first')).toBe('first')
  }, 40_000)

  it('another is served next to it', async () => {
    // README 9: `useEvent` of h3 in dev, too.
    write('server/mcp/tools/admin/second.ts', 'import { useEvent } from \'h3\'\nexport default defineMcpTool({ handler: () => useEvent().path })\n')
    await served('', ['second', 'first'])
    expect(await server.callText('second')).toBe('/mcp')
    expect((await server.tools()).find(({ name }) => name === 'second')?._meta).toEqual({ group: 'admin' })
  }, 40_000)

  it('an edit is served', async () => {
    write('server/mcp/tools/first.ts', toolFile('edited'))
    await waitFor('the edit', async () => {
      const text = await server.callText('first').catch(() => undefined)
      return text === 'edited' || undefined
    }, CHANGE_MS)
    expect((await server.tools()).find(({ name }) => name === 'first')?.description).toBe('edited')
  }, 40_000)

  it('a renamed one has its new name', async () => {
    renameSync(join(APP, 'server/mcp/tools/first.ts'), join(APP, 'server/mcp/tools/renamed.ts'))
    await served('', ['second', 'renamed'])
    expect(await server.callText('renamed')).toBe('edited')
  }, 40_000)

  it('resources and prompts are served', async () => {
    write('server/mcp/prompts/ask.ts', 'export default defineMcpPrompt({ handler: () => \'ask\' })\n')
    write('server/mcp/resources/page.ts', 'export default defineMcpResource({ file: \'docs/page.md\' })\n')
    await waitFor('the prompt and the resource', async () => {
      const [prompts, resources] = await Promise.all([server.prompts(), server.resources()]).catch(() => [[], []])
      return (prompts.length === 1 && resources.length === 1) || undefined
    }, CHANGE_MS)
    expect((await server.read('file:///docs/page.md')).contents).toEqual([{ uri: 'file:///docs/page.md', mimeType: 'text/markdown', text: 'first text' }])
  }, 40_000)

  // definitions R64, R66
  it('a file resource is read as it is now, and one that is gone is an error without a path', async () => {
    write('docs/page.md', 'second text')
    await waitFor('the new text', async () => {
      const { contents } = await server.read('file:///docs/page.md')
      return JSON.stringify(contents).includes('second text') || undefined
    }, CHANGE_MS)
    remove('docs/page.md')
    // Whether the definition is still there or already left out, the answer is an error that tells no path.
    const error = await server.error('resources/read', { uri: 'file:///docs/page.md' })
    expect([-32602, -32603]).toContain(error.code)
    expect(error.message).toContain('file:///docs/page.md')
    expect(error.message).not.toContain(APP)
    write('docs/page.md', 'third text')
  }, 40_000)

  it('a new handler folder is an endpoint', async () => {
    write('server/mcp/handlers/admin/tools/secret.ts', toolFile('secret'))
    await served('/admin', ['secret'])
    expect(await toolNames()).toEqual(['second', 'renamed'])
    write('server/mcp/handlers/admin/index.ts', 'export default defineMcpHandler({ version: \'5.5.5\' })\n')
    await waitFor('the options of the handler', async () => {
      const reply = await createEndpoint(`${server.url}/admin`).post(message(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } })).catch(() => undefined)
      return reply?.text.includes('5.5.5') || undefined
    }, CHANGE_MS)
  }, 60_000)

  // README 6: in dev what is wrong is left out until it is fixed
  it('a bad one is reported and left out', async () => {
    write('server/mcp/tools/bad.ts', 'export default defineMcpTool({ description: \'no handler\' })\n')
    await waitFor('the report', () => /tools\/bad\.ts`?: needs a `?handler/.test(dev.output()) || undefined, CHANGE_MS)
    await served('', ['second', 'renamed'])
    write('server/mcp/tools/bad.ts', toolFile('mended'))
    await served('', ['second', 'bad', 'renamed'])
    remove('server/mcp/tools/bad.ts')
    await served('', ['second', 'renamed'])
  }, 80_000)

  it('a deleted one never breaks the endpoint', async () => {
    remove('server/mcp/tools/renamed.ts')
    await served('', ['second'])
    expect(await server.callText('second')).toBe('/mcp')
    expect((await server.call('renamed')).isError).toBe(true)
  }, 40_000)

  it('a deleted handler folder is no endpoint any more', async () => {
    remove('server/mcp/handlers/admin')
    await served('/admin', undefined)
    expect(await toolNames()).toEqual(['second'])
  }, 40_000)

  it('with all of them deleted, the endpoint is empty again', async () => {
    remove('server/mcp')
    await served('', [])
    expect(await server.prompts()).toEqual([])
    write('server/mcp/tools/again.ts', toolFile('again'))
    await served('', ['again'])
  }, 60_000)
})

// transport-sessions R31
it('only loopback names and addresses are served in dev', async () => {
  expect((await server.post(message(1, 'ping'), { Host: 'evil.test' })).status).toBe(403)
  expect((await server.post(message(1, 'ping'), { Host: 'localhost:3000' })).status).toBe(200)
})
