import { join } from 'pathe'
import { describe, expect, it } from 'vitest'
import { toDefaultPaths } from '../../../../src/setup/scan/layers'
import { createProject, HANDLER, PROMPT, scan, TOOL } from '../project-dir'

const named = (name: string) => `export default defineMcpHandler({ name: '${name}' })`
const routed = (route: string) => `export default defineMcpHandler({ route: '${route}' })`

describe('top-level handlers', () => {
  // discovery R26, R30, R36
  it('are the files directly inside, and in handlers/', async () => {
    const result = await scan({
      'server/mcp/salesReports.ts': HANDLER,
      'server/mcp/tools.ts': HANDLER,
      'server/mcp/other.mjs': named('renamed'),
      'server/mcp/handlers/flat.ts': HANDLER,
      'server/mcp/misc/x.ts': HANDLER,
    })
    expect(result.handlers.map(({ name, route, folder }) => [name, route, folder])).toEqual([
      ['renamed', '/mcp/renamed', false],
      ['sales-reports', '/mcp/sales-reports', false],
      ['tools', '/mcp/tools', false],
      ['flat', '/mcp/flat', false],
    ])
  })

  // discovery R27
  it('are overridden by layer, across extensions', async () => {
    const result = await scan({ 'server/mcp/top.mjs': HANDLER, 'layer/server/mcp/top.ts': HANDLER }, { servers: ['server', 'layer/server'] })
    expect(result.handlers.map(({ file }) => file)).toEqual(['server/mcp/top.mjs'])
    expect(result.warnings).toEqual([])
  })

  // discovery R28
  it('are found wherever the root lies', async () => {
    const paths = toDefaultPaths('mcp')
    paths.handlers.push('custom/handlers')
    const result = await scan({ 'tools/prompts/srv/custom/handlers/a.ts': HANDLER }, { paths, servers: ['tools/prompts/srv'] })
    expect(result.handlers.map(({ name }) => name)).toEqual(['a'])
  })

  // discovery R51, handlers R4, R5
  it('need a reachable name and route', async () => {
    const result = await scan({
      'server/mcp/deeplink.ts': HANDLER,
      'server/mcp/b.ts': named('badge.svg'),
      'server/mcp/日本.ts': HANDLER,
      'server/mcp/c.ts': named('a b'),
      'server/mcp/d.ts': routed('/x/*'),
      'server/mcp/e.ts': routed('api/e/'),
    })
    expect(result.handlers.map(({ name, route }) => [name, route])).toEqual([['e', '/api/e']])
    expect(result.errors).toHaveLength(5)
    for (const file of ['deeplink', 'b', '日本', 'c', 'd']) expect(result.errors.join('\n')).toContain(`\`server/mcp/${file}.ts\``)
  })

  // handlers R9, discovery R25
  it('warn about a name or route given twice', async () => {
    const result = await scan({
      'server/mcp/a.ts': HANDLER,
      'server/mcp/b.ts': named('a'),
      'server/mcp/c.ts': routed('/mcp'),
      'server/mcp/d.ts': routed('/mcp/a'),
    })
    expect(result.handlers.map(({ file }) => file)).toEqual(['server/mcp/a.ts'])
    expect(result.warnings).toEqual([
      'The handler `a` is defined by `server/mcp/a.ts` and by `server/mcp/b.ts`; the first is used.',
      'The route `/mcp` of `server/mcp/c.ts` already belongs to `the default endpoint`; the first is used.',
      'The route `/mcp/a` of `server/mcp/d.ts` already belongs to `server/mcp/a.ts`; the first is used.',
    ])
  })

  it('refuse a file beside a folder with options of its own, whose middleware it would skip', async () => {
    const result = await scan({ 'server/mcp/admin.ts': HANDLER, 'server/mcp/handlers/admin/index.ts': HANDLER })
    expect(result.errors).toEqual(['The handler `admin` has its options in `server/mcp/admin.ts` and in `server/mcp/handlers/admin/index.ts`. Keep one of them.'])
  })

  it('refuse a route that cannot be read, and warn about such a name', async () => {
    const result = await scan({
      'server/mcp/a.ts': 'export default defineMcpHandler({ route: process.env.ROUTE })',
      'server/mcp/b.ts': 'export default defineMcpHandler({ name: process.env.NAME })',
    })
    expect(result.errors).toEqual(['`server/mcp/a.ts`: `route` is not a string literal, so the endpoint cannot be mounted there.'])
    expect(result.warnings).toEqual(['The `name` in `server/mcp/b.ts` is not a string literal, so the file\'s name counts: the handler is `b`.'])
    expect(result.handlers.map(({ name }) => name)).toEqual(['b'])
  })

  it('warn about an index in `handlers/` itself', async () => {
    const result = await scan({ 'server/mcp/handlers/index.ts': HANDLER })
    expect(result.handlers).toEqual([])
    expect(result.warnings).toEqual([expect.stringContaining('`server/mcp/handlers/index.ts` is ignored')])
  })

  it('prefer the project when layers name one handler', async () => {
    const result = await scan({ 'server/mcp/z.ts': named('x'), 'layer/server/mcp/a.ts': named('x') }, { servers: ['server', 'layer/server'] })
    expect(result.handlers.map(({ file }) => file)).toEqual(['server/mcp/z.ts'])
  })

  it('must be handlers', async () => {
    const result = await scan({ 'server/mcp/a.ts': TOOL, 'server/mcp/b.ts': 'export default null' })
    expect(result.handlers).toEqual([])
    expect(result.errors).toEqual([
      '`server/mcp/a.ts`: the default export is made by `defineMcpTool`; expected `defineMcpHandler`',
      '`server/mcp/b.ts`: the default export is null; expected `export default defineMcpHandler({ … })`',
    ])
  })
})

describe('handler folders', () => {
  // discovery R31, R32, R34
  it('merge over layers and are emitted once', async () => {
    const result = await scan({
      'server/mcp/handlers/Admin/tools/own.ts': TOOL,
      'layer/server/mcp/handlers/Admin/index.ts': HANDLER,
      'layer/server/mcp/handlers/Admin/tools/base.ts': TOOL,
      'base/server/mcp/handlers/Admin/index.mjs': HANDLER,
      'base/server/mcp/handlers/.hidden/index.ts': HANDLER,
    }, { servers: ['server', 'layer/server', 'base/server'] })
    expect(result.handlers).toMatchObject([{ name: 'Admin', route: '/mcp/Admin', folder: true, file: 'layer/server/mcp/handlers/Admin/index.ts' }])
    expect(result.definitions.map(({ file, handler }) => [file, handler])).toEqual([
      ['layer/server/mcp/handlers/Admin/tools/base.ts', 'Admin'],
      ['server/mcp/handlers/Admin/tools/own.ts', 'Admin'],
    ])
  })

  // discovery R35
  it('win over the name in their index', async () => {
    const result = await scan({ 'server/mcp/handlers/real/index.ts': named('other') })
    expect(result.handlers.map(({ name }) => name)).toEqual(['real'])
    expect(result.warnings.join()).toContain('the handler is `real`')
  })

  // discovery R33
  it('need no index', async () => {
    const result = await scan({ 'server/mcp/handlers/a/prompts/p.ts': PROMPT })
    expect(result.handlers).toEqual([{ name: 'a', route: '/mcp/a', folder: true }])
    expect(result.infos.join()).toContain('`handlers/a/`')
  })

  it('take the options of a file beside them', async () => {
    const result = await scan({ 'server/mcp/handlers/a.ts': HANDLER, 'server/mcp/handlers/a/tools/t.ts': TOOL })
    expect(result.handlers).toMatchObject([{ name: 'a', folder: true, file: 'server/mcp/handlers/a.ts' }])
    expect(result.infos).toEqual([])
  })
})

describe('the default handler', () => {
  // discovery R38
  it('is the first index by layer, path order and extension', async () => {
    const paths = toDefaultPaths('mcp')
    paths.handlers.push('other')
    const files = { 'server/other/index.ts': HANDLER, 'layer/server/mcp/index.ts': HANDLER }
    const servers = ['server', 'layer/server']
    expect((await scan(files, { paths, servers })).defaultHandler?.file).toBe('server/other/index.ts')
    expect((await scan({ ...files, 'server/mcp/index.mjs': HANDLER, 'server/mcp/index.js': HANDLER }, { paths, servers })).defaultHandler?.file).toBe('server/mcp/index.js')
  })

  it('is absent when no index has a default export', async () => {
    const root = createProject({ 'server/mcp/index.ts': 'export const shared = 1' })
    const result = await scan({}, { rootDir: root })
    expect(result.defaultHandler).toBeUndefined()
    expect(result.infos.join()).toContain('`server/mcp/index.ts`')
    expect(result.roots).toContain(join(root, 'server/mcp'))
  })
})

it('near misses are pointed out', async () => {
  const result = await scan({ 'server/mcp/tool/a.ts': TOOL, 'server/mcp/prompt/a.ts': PROMPT, 'server/mcp/prompts/b.ts': PROMPT })
  expect(result.warnings).toEqual(['The folder `server/mcp/tool/` is not scanned. Did you mean `server/mcp/tools/`?'])
})
