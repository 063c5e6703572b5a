import { symlinkSync } from 'node:fs'
import { join } from 'pathe'
import { describe, expect, it } from 'vitest'
import { createProject, filesOf, scan, TOOL } from '../project-dir'

describe('static errors', () => {
  // spec README point 6
  it('are collected with file names, and leave only the broken definitions out', async () => {
    const result = await scan({
      'server/mcp/tools/empty.ts': 'export default defineMcpTool({ name: "x" })',
      'server/mcp/tools/nothing.ts': 'export default null',
      'server/mcp/tools/wrong.ts': 'export default defineMcpPrompt({ handler() {} })',
      'server/mcp/tools/cache.ts': 'export default defineMcpTool({ cache: "5 parsecs", handler() {} })',
      'server/mcp/tools/age.ts': 'export default defineMcpTool({ cache: { maxAge: "", staleMaxAge: "1h" }, handler() {} })',
      'server/mcp/tools/mixed.ts': 'export const good = defineMcpTool({ handler() {} })\nexport const bad = defineMcpTool({})',
      'server/mcp/tools/unknown.ts': 'export default defineMcpTool({ ...base })',
      'server/mcp/tools/fine.ts': 'export default defineMcpTool({ cache: "5m", handler() {} })',
      'server/mcp/resources/a.ts': 'export default defineMcpResource({ uri: "x://y" })',
      'server/mcp/resources/b.ts': 'export default defineMcpResource({ handler() {} })',
      'server/mcp/resources/c.ts': 'export default defineMcpResource({ uri: "no uri", handler() {} })',
      'server/mcp/resources/d.ts': 'export default defineMcpResource({ uri: "users://{id}", handler() {} })',
      'server/mcp/prompts/p.ts': 'export default { description: "d" }',
    })
    expect(result.errors).toEqual([
      '`server/mcp/tools/age.ts`: `cache.maxAge: ""` is no duration; write milliseconds or a string such as `\'30s\'`, `\'5m\'`, `\'2h\'`',
      '`server/mcp/tools/cache.ts`: `cache: "5 parsecs"` is no duration; write milliseconds or a string such as `\'30s\'`, `\'5m\'`, `\'2h\'`',
      '`server/mcp/tools/empty.ts`: needs a `handler`',
      '`server/mcp/tools/mixed.ts` (`bad`): needs a `handler`',
      '`server/mcp/tools/nothing.ts`: the default export is null; expected `export default defineMcpTool({ … })`',
      '`server/mcp/tools/wrong.ts`: the default export is made by `defineMcpPrompt`; expected `defineMcpTool`',
      '`server/mcp/resources/a.ts`: needs a `handler` or a `file`',
      '`server/mcp/resources/b.ts`: needs a `uri`',
      '`server/mcp/resources/c.ts`: `uri: "no uri"` is no absolute URI; write for example `docs://guide`',
      '`server/mcp/prompts/p.ts`: needs a `handler`',
    ])
    expect(filesOf(result)).toEqual(['fine', 'mixed', 'unknown'].map(name => `server/mcp/tools/${name}.ts`).concat('server/mcp/resources/d.ts'))
    expect(result.definitions.find(({ filename }) => filename === 'mixed.ts')?.skip).toEqual(['bad'])
  })

  // protocol-2026-07-28.md, "Results": `ttlMs` is an integer ≥ 0, `cacheScope` is `private` or `public`
  it('are found in cache hints, and never take a handler\'s other options with them', async () => {
    const resource = (hint: string) => `export default defineMcpResource({ uri: "x://y", ${hint}, handler() {} })`
    const result = await scan({
      'server/mcp/resources/a.ts': resource('ttlMs: -1'),
      'server/mcp/resources/b.ts': resource('ttlMs: "5m"'),
      'server/mcp/resources/c.ts': resource('cacheScope: "shared"'),
      'server/mcp/resources/d.ts': resource('ttlMs: 60_000, cacheScope: "public"'),
      'server/mcp/resources/e.ts': resource('ttlMs: readTtl()'),
      'server/mcp/index.ts': 'export default defineMcpHandler({ ttlMs: 1.5 })',
    })
    expect(result.errors).toEqual([
      '`server/mcp/index.ts`: `ttlMs` has to be a whole number of milliseconds, 0 or more, not `1.5`',
      '`server/mcp/resources/a.ts`: `ttlMs` has to be a whole number of milliseconds, 0 or more, not `-1`',
      '`server/mcp/resources/b.ts`: `ttlMs` has to be a whole number of milliseconds, 0 or more, not `\'5m\'`',
      '`server/mcp/resources/c.ts`: `cacheScope` has to be `\'private\'` or `\'public\'`, not `\'shared\'`',
    ])
    expect(filesOf(result)).toEqual(['d', 'e'].map(name => `server/mcp/resources/${name}.ts`))
    expect(result.defaultHandler?.file).toBe('server/mcp/index.ts')
  })

  // spec README point 1
  it('do not include schemas without a JSON counterpart', async () => {
    const result = await scan({
      'server/mcp/tools/a.ts': `import { z } from 'zod'
        const shape = { since: z.date().optional(), until: z.coerce.date(), list: z.array(z.bigint()), ok: z.string().transform(value => z.date()) }
        export default defineMcpTool({ inputSchema: shape, outputSchema: z.object({ m: z.map(z.string(), z.string()) }), handler() {} })`,
      'server/mcp/tools/b.ts': 'const z = own()\nexport default defineMcpTool({ inputSchema: { a: z.date() }, handler() {} })',
    })
    expect(result.errors).toEqual([])
    expect(result.warnings.map(warning => /: `(.*?)` has/.exec(warning)?.[1])).toEqual([
      'inputSchema.since: z.date()', 'inputSchema.until: z.coerce.date()', 'inputSchema.list: z.bigint()', 'outputSchema: z.map()',
    ])
  })
})

describe('resource files', () => {
  const resource = (file: string) => `export default defineMcpResource({ file: ${JSON.stringify(file)} })`

  // definitions R61, R63, R65, R66
  it('are typed by table, registry, then content', async () => {
    const png = new Uint8Array([137, 80, 78, 71, 0])
    const result = await scan({
      'docs/a.md': '# é', 'docs/b.ts': 'x', 'docs/c.png': png, 'LICENSE': 'MIT', 'blob': png, 'latin.txt': new Uint8Array([0xE9]), 'd.json': '{}', 'e.svg': '<svg/>',
      ...Object.fromEntries(['docs/a.md', './docs/b.ts', 'docs/c.png', 'LICENSE', 'blob', 'latin.txt', 'd.json', 'e.svg']
        .map((file, index) => [`server/mcp/resources/r${index}.ts`, resource(file)])),
    })
    expect(result.errors).toEqual([])
    expect(result.resourceFiles.map(({ written, path, mimeType, text, size }) => [written, path, mimeType, text, size])).toEqual([
      ['./docs/b.ts', 'docs/b.ts', 'text/typescript', true, 1],
      ['LICENSE', 'LICENSE', 'text/plain', true, 3],
      ['blob', 'blob', 'application/octet-stream', false, 5],
      ['d.json', 'd.json', 'application/json', true, 2],
      ['docs/a.md', 'docs/a.md', 'text/markdown', true, 4],
      ['docs/c.png', 'docs/c.png', 'image/png', false, 5],
      ['e.svg', 'e.svg', 'image/svg+xml', true, 6],
      ['latin.txt', 'latin.txt', 'text/plain', false, 1],
    ])
  })

  // definitions R61, R67
  it('must exist inside the project, links included', async () => {
    const outside = createProject({ 'secret.txt': 'x' })
    const root = createProject({
      'docs/a.md': 'x',
      'server/mcp/resources/missing.ts': resource('docs/none.md'),
      'server/mcp/resources/up.ts': resource('../x'),
      'server/mcp/resources/absolute.ts': resource('/etc/hostname'),
      'server/mcp/resources/folder.ts': resource('docs'),
      'server/mcp/resources/link.ts': resource('docs/link.txt'),
      'server/mcp/resources/inner.ts': resource('docs/inner.md'),
      'server/mcp/resources/plain.ts': 'export default { file: "docs/a.md" }',
      'server/mcp/index.ts': 'export default defineMcpHandler({ resources: [defineMcpResource({ file: "gone.md" })] })',
      'server/mcp/tools/t.ts': TOOL,
    })
    symlinkSync(join(outside, 'secret.txt'), join(root, 'docs/link.txt'))
    symlinkSync(join(root, 'docs/a.md'), join(root, 'docs/inner.md'))
    const result = await scan({}, { rootDir: root })
    expect(result.errors).toEqual([
      '`server/mcp/resources/absolute.ts`: `file: "/etc/hostname"` is outside the project root',
      '`server/mcp/resources/folder.ts`: `file: "docs"` does not exist; it is looked up relative to the project root, as `docs`',
      '`server/mcp/resources/link.ts`: `file: "docs/link.txt"` is a symbolic link that leaves the project root',
      '`server/mcp/resources/missing.ts`: `file: "docs/none.md"` does not exist; it is looked up relative to the project root, as `docs/none.md`',
      '`server/mcp/resources/up.ts`: `file: "../x"` is outside the project root',
      '`server/mcp/index.ts`: `file: "gone.md"` does not exist; it is looked up relative to the project root, as `gone.md`',
    ])
    expect(result.resourceFiles.map(({ written }) => written)).toEqual(['docs/a.md', 'docs/inner.md'])
  })

  it('may be absolute inside the project', async () => {
    const root = createProject({ 'docs/a.md': 'x' })
    const other = await scan({}, { rootDir: root })
    expect(other.resourceFiles).toEqual([])
    const { resolveResourceFile } = await import('../../../../src/setup/scan/resource-files')
    expect(resolveResourceFile(join(root, 'docs/a.md'), root)).toMatchObject({ file: { path: 'docs/a.md' } })
  })
})
