import { describe, expect, it } from 'vitest'
import { HANDLER, scan, TOOL } from '../project-dir'

const named = (name: string) => `export default defineMcpTool({ name: '${name}', handler() {} })`
const at = (uri: string, name = '') => `export default defineMcpResource({ ${name && `name: '${name}', `}uri: '${uri}', handler() {} })`

function skips(result: Awaited<ReturnType<typeof scan>>) {
  return Object.fromEntries(result.definitions.filter(({ skip }) => skip.length).map(({ file, skip }) => [file, skip]))
}

describe('names', () => {
  // discovery R20, R22
  it('go to the first by order, across extensions', async () => {
    const result = await scan({ 'server/mcp/tools/admin/list.ts': TOOL, 'server/mcp/tools/content/list.js': TOOL })
    expect(skips(result)).toEqual({ 'server/mcp/tools/content/list.js': ['list'] })
    expect(result.warnings).toEqual([
      'The tool `list` is defined by `server/mcp/tools/admin/list.ts` and by `server/mcp/tools/content/list.js`; the first is served. Give one of them another `name`.',
    ])
  })

  // discovery R21
  it('do not collide by file name when they are explicit', async () => {
    const result = await scan({ 'server/mcp/tools/admin/list.ts': named('a'), 'server/mcp/tools/content/list.ts': named('b') })
    expect(result.warnings).toEqual([])
  })

  // discovery R17
  it('go to the higher-priority layer', async () => {
    const result = await scan({ 'server/mcp/tools/b.ts': named('x'), 'layer/server/mcp/tools/a.ts': named('x') }, { servers: ['server', 'layer/server'] })
    expect(skips(result)).toEqual({ 'layer/server/mcp/tools/a.ts': ['x'] })
  })

  // definitions R12
  it('of index files come from their folders', async () => {
    const result = await scan({ 'server/mcp/tools/a/index.ts': TOOL, 'server/mcp/tools/b/index.ts': TOOL })
    expect(result.warnings).toEqual([])
    expect(result.definitions.map(({ exports }) => exports[0]?.name)).toEqual(['a', 'b'])
  })

  it('compare named exports too', async () => {
    const result = await scan({
      'server/mcp/tools/a.ts': 'export const listAll = defineMcpTool({ handler() {} })',
      'server/mcp/tools/list-all.ts': TOOL,
      'server/mcp/prompts/list-all.ts': 'export default defineMcpPrompt({ handler() {} })',
    })
    expect(skips(result)).toEqual({ 'server/mcp/tools/list-all.ts': ['list-all'] })
  })

  it('within one file are not skipped as a whole', async () => {
    const result = await scan({ 'server/mcp/tools/a.ts': 'export default defineMcpTool({ handler() {} })\nexport const other = defineMcpTool({ name: "a", handler() {} })' })
    expect(skips(result)).toEqual({})
    expect(result.warnings).toHaveLength(1)
  })

  // discovery R23
  it('are compared per endpoint', async () => {
    const files = {
      'server/mcp/tools/x.ts': TOOL,
      'server/mcp/handlers/a/index.ts': HANDLER,
      'server/mcp/handlers/a/tools/x.ts': TOOL,
      'server/mcp/handlers/a/tools/sub/x.ts': TOOL,
    }
    const orphans = await scan(files)
    expect(orphans.warnings).toHaveLength(1)
    expect(orphans.warnings[0]).toContain('The tool `x` of handler `a`')
    const all = await scan(files, { strategy: 'all' })
    expect(all.warnings).toHaveLength(2)
    expect(all.warnings.join()).toContain('the default endpoint serves only one of them')
    expect(skips(all)).toEqual(skips(orphans))
  })
})

describe('URIs', () => {
  // definitions R58, R60
  it('let resources share a name (definitions R60)', async () => {
    const result = await scan({
      'server/mcp/resources/a/same.ts': at('x://a'),
      'server/mcp/resources/b/same.ts': at('x://b'),
    })
    expect(skips(result)).toEqual({})
    expect(result.warnings).toEqual([])
  })

  it('are compared in normal form, templates are not', async () => {
    const result = await scan({
      'server/mcp/resources/a.ts': at('http://example.com'),
      'server/mcp/resources/b.ts': at('http://EXAMPLE.com/'),
      'server/mcp/resources/c.ts': at('x://{id}'),
      'server/mcp/resources/d.ts': at('x://{id}'),
    })
    expect(skips(result)).toEqual({ 'server/mcp/resources/b.ts': ['b'] })
    expect(result.warnings[0]).toContain('The resource URI `http://example.com/`')
  })

  it('of files are those of their paths', async () => {
    const result = await scan({
      'docs/a b.md': 'x',
      'server/mcp/resources/a.ts': 'export default defineMcpResource({ file: "docs/a b.md" })',
      'server/mcp/resources/b.ts': 'export default defineMcpResource({ file: "./docs/a b.md" })',
      'server/mcp/resources/c.ts': at('file:///docs/a%20b.md'),
    })
    expect(skips(result)).toEqual({ 'server/mcp/resources/b.ts': ['b'], 'server/mcp/resources/c.ts': ['c'] })
  })
})
