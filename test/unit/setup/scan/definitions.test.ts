import { symlinkSync } from 'node:fs'
import { join } from 'pathe'
import { describe, expect, it } from 'vitest'
import { toDefaultPaths } from '../../../../src/setup/scan/layers'
import { createProject, filesOf, HANDLER, PROMPT, scan, TOOL } from '../project-dir'

describe('file selection', () => {
  // discovery R8
  it('takes .ts, .js, .mts and .mjs only', async () => {
    const names = ['a.ts', 'b.js', 'c.mts', 'd.mjs', 'e.cts', 'f.cjs', 'g.tsx', 'h.jsx', 'i.json', '.j.ts', '.k/l.ts']
    const result = await scan(Object.fromEntries(names.map(name => [`server/mcp/tools/${name}`, TOOL])))
    expect(filesOf(result)).toEqual(['a.ts', 'b.js', 'c.mts', 'd.mjs'].map(name => `server/mcp/tools/${name}`))
  })

  // discovery R9, R10
  it('skips declarations, tests, node_modules and what Nuxt ignores', async () => {
    const names = ['a.d.ts', 'b.d.mts', 'c.test.ts', 'd.spec.js', 'node_modules/e.ts', 'sub/node_modules/f/g.ts', '-h.ts', 'i.ts']
    const result = await scan(Object.fromEntries(names.map(name => [`server/mcp/tools/${name}`, TOOL])), {
      isIgnored: path => /\/-[^/]*$/.test(path),
    })
    expect(filesOf(result)).toEqual(['server/mcp/tools/i.ts'])
  })

  // discovery R67
  it('accepts that folders are missing', async () => {
    const result = await scan({})
    expect(result).toMatchObject({ definitions: [], handlers: [], errors: [], warnings: [], infos: [] })
    expect(result.roots).toContain(join(result.root, 'server/mcp/tools'))
  })

  // discovery R48a, R49, definitions R13
  it('survives hostile names', async () => {
    const names = ['2fa.ts', 'arguments.ts', 'def.ts', 'it\'s.ts', 'null.ts', 'tools.ts', 'a"b.ts', '$(x).ts', '[id].ts', '中国.ts', '日本.ts']
    const result = await scan(Object.fromEntries(names.map(name => [`server/mcp/tools/${name}`, TOOL])))
    expect(result.definitions.map(({ filename }) => filename).sort()).toEqual([...names].sort())
    expect(result.warnings).toEqual([])
  })
})

describe('groups', () => {
  // discovery R13
  it('are the folders below the root, also in handler folders', async () => {
    const result = await scan({
      'server/mcp/tools/a/b/deep.ts': TOOL,
      'server/mcp/tools/flat.ts': TOOL,
      'server/mcp/handlers/admin/index.ts': HANDLER,
      'server/mcp/handlers/admin/tools/users/list.ts': TOOL,
    })
    expect(result.definitions.map(({ filename, group, handler }) => ({ filename, group, handler }))).toEqual([
      { filename: 'deep.ts', group: 'a/b', handler: undefined },
      { filename: 'flat.ts', group: undefined, handler: undefined },
      { filename: 'list.ts', group: 'users', handler: 'admin' },
    ])
  })
})

describe('layers', () => {
  const servers = ['server', 'layer/server']

  // discovery R12, R14
  it('override by path without extension', async () => {
    const result = await scan({ 'server/mcp/tools/x.js': TOOL, 'layer/server/mcp/tools/x.ts': TOOL }, { servers })
    expect(filesOf(result)).toEqual(['server/mcp/tools/x.js'])
    expect(result.warnings).toEqual([])
  })

  // discovery R12
  it('never override across handlers', async () => {
    const result = await scan({
      'server/mcp/tools/x.ts': TOOL,
      'layer/server/mcp/handlers/admin/tools/x.ts': TOOL,
      'layer/server/mcp/handlers/admin/index.ts': HANDLER,
    }, { servers })
    expect(filesOf(result)).toEqual(['layer/server/mcp/handlers/admin/tools/x.ts', 'server/mcp/tools/x.ts'])
  })

  // discovery R15
  it('compare real paths', async () => {
    const names = ['foo-bar.ts', 'foo_baz.ts', 'admin/foo.ts', 'admin_foo.ts', '日本.ts', '中国.ts']
    const result = await scan({
      ...Object.fromEntries(names.slice(0, 3).map(name => [`server/mcp/tools/${name}`, TOOL])),
      ...Object.fromEntries(names.slice(3).map(name => [`layer/server/mcp/tools/${name}`, TOOL])),
    }, { servers })
    expect(result.definitions).toHaveLength(6)
  })

  // discovery R19
  it('list the lowest priority first and keep an overridden position', async () => {
    const result = await scan({
      'server/mcp/tools/b.ts': TOOL,
      'server/mcp/tools/0.ts': TOOL,
      'layer/server/mcp/tools/a.ts': TOOL,
      'layer/server/mcp/tools/b.ts': TOOL,
      'layer/server/mcp/tools/c.ts': TOOL,
    }, { servers })
    expect(filesOf(result)).toEqual([
      'layer/server/mcp/tools/a.ts', 'server/mcp/tools/b.ts', 'layer/server/mcp/tools/c.ts', 'server/mcp/tools/0.ts',
    ])
  })

  // discovery R16
  it('warn about twins in one folder and prefer ts, mts, js, mjs', async () => {
    const result = await scan({ 'server/mcp/tools/x.mjs': TOOL, 'server/mcp/tools/x.js': TOOL, 'server/mcp/tools/x.mts': TOOL })
    expect(filesOf(result)).toEqual(['server/mcp/tools/x.mts'])
    expect(result.warnings).toHaveLength(2)
    expect(result.warnings[0]).toContain('`server/mcp/tools/x.mts` and `server/mcp/tools/x.js`')
  })
})

describe('roots', () => {
  // discovery R18
  it('may overlap', async () => {
    const paths = toDefaultPaths('mcp')
    paths.tools.push('mcp/tools/admin', 'mcp')
    const result = await scan({
      'server/mcp/tools/admin/a.ts': TOOL,
      'server/mcp/handlers/h/index.ts': HANDLER,
      'server/mcp/handlers/h/tools/b.ts': TOOL,
    }, { paths })
    expect(result.definitions.map(({ file, group, handler }) => [file, group, handler])).toEqual([
      ['server/mcp/tools/admin/a.ts', 'admin', undefined],
      ['server/mcp/handlers/h/tools/b.ts', undefined, 'h'],
    ])
  })

  // discovery R4, R42
  it('may be absolute, and count once for all layers', async () => {
    const outside = createProject({ 'shared.ts': TOOL })
    const paths = toDefaultPaths('mcp')
    paths.tools.push(outside)
    const result = await scan({}, { paths, servers: ['server', 'layer/server'] })
    expect(result.definitions.map(({ path, layer }) => [path, layer])).toEqual([[join(outside, 'shared.ts'), 0]])
    expect(result.roots).toContain(outside)
  })

  // discovery R41
  it('may be emptied or missing', async () => {
    const result = await scan({ 'server/mcp/tools/a.ts': TOOL, 'server/mcp/prompts/b.ts': PROMPT }, { paths: { prompts: ['mcp/prompts'] } })
    expect(filesOf(result)).toEqual(['server/mcp/prompts/b.ts'])
  })
})

describe('helpers', () => {
  // discovery R11, R29, spec README point 10
  it('are skipped with one line', async () => {
    const result = await scan({
      'server/mcp/tools/schema.ts': 'import { z } from "zod"\nexport const User = z.object({ id: z.string() })\nexport type X = string',
      'server/mcp/tools/format.ts': 'export function format() {}\nexport const limit = 3',
      'server/mcp/shared.ts': 'export const users = defineMcpTool({ handler: () => 1 })',
      'server/mcp/tools/empty.ts': '',
      'server/mcp/tools/real.ts': TOOL,
    })
    expect(filesOf(result)).toEqual(['server/mcp/tools/real.ts'])
    expect(result.infos).toEqual([
      'Skipped as helpers, because they export no definition: `server/mcp/shared.ts`, `server/mcp/tools/empty.ts`, `server/mcp/tools/format.ts`, `server/mcp/tools/schema.ts`',
    ])
    expect(result.errors).toEqual([])
  })

  it('are not files whose named exports are or may be definitions', async () => {
    const result = await scan({
      'server/mcp/tools/agents.ts': 'export const registerAgent = defineMcpTool({ handler: () => 1 })\nconst remove = defineMcpTool({ name: "rm", handler: () => 1 })\nexport { remove }',
      'server/mcp/tools/made.ts': 'import { make } from "./make"\nexport const made = make()',
      'server/mcp/tools/re.ts': 'export * from "../shared"',
    })
    expect(result.definitions.map(({ filename, exports }) => [filename, exports.map(({ exportName, name, sure }) => [exportName, name, sure])])).toEqual([
      ['agents.ts', [['registerAgent', 'register-agent', true], ['remove', 'rm', true]]],
      ['made.ts', [['made', undefined, false]]],
      ['re.ts', [['*', undefined, false]]],
    ])
  })

  it('follows symbolic links to folders once', async () => {
    const root = createProject({ 'server/mcp/tools/a.ts': TOOL, 'elsewhere/b.ts': TOOL })
    symlinkSync(join(root, 'elsewhere'), join(root, 'server/mcp/tools/linked'))
    expect(filesOf(await scan({}, { rootDir: root }))).toEqual(['server/mcp/tools/a.ts', 'server/mcp/tools/linked/b.ts'])
  })
})
