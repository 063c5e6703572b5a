import { describe, expect, it } from 'vitest'
import { summarize, toErrorMessage } from '../../../src/setup/report'
import { replaceRoutes } from '../../../src/setup/routes'
import { HANDLER, PROMPT, scan, TOOL } from './project-dir'

describe('summary', () => {
  // discovery R52
  it('lists what there is', async () => {
    expect(summarize(await scan({
      'server/mcp/tools/a.ts': TOOL,
      'server/mcp/prompts/b.ts': PROMPT,
      'server/mcp/prompts/c.ts': PROMPT,
      'server/mcp/h.ts': HANDLER,
    }))).toBe('1 tool, 2 prompts, 1 handler')
    expect(summarize(await scan({}))).toBe('')
  })

  // discovery R14, R66, spec README point 10
  it('counts the default handler and named exports, but no loser of a collision', async () => {
    expect(summarize(await scan({
      'server/mcp/index.ts': HANDLER,
      'server/mcp/tools/many.ts': 'export const a = defineMcpTool({ handler() {} })\nexport const b = defineMcpTool({ handler() {} })',
      'server/mcp/tools/a.ts': TOOL,
      'server/mcp/tools/maybe.ts': 'export const x = make()',
    }))).toBe('3 tools, 1 handler')
  })
})

it('one message names every error', () => {
  expect(toErrorMessage([], ['`a.ts`: x'])).toBe('A problem in the MCP definitions:\n- `a.ts`: x')
  expect(toErrorMessage(['`mcp.route` must be a string'], ['`b.ts`: y'])).toBe('2 problems in the `mcp` options of the Nuxt configuration and the MCP definitions:\n- `mcp.route` must be a string\n- `b.ts`: y')
})

// discovery R61
it('routes are replaced in place', () => {
  const foreign = { route: '/api', handler: '/api.ts' }
  const list = [foreign, { route: '/mcp', handler: '/mcp.ts', lazy: true as const }, { route: '/mcp/old', handler: '/mcp.ts', lazy: true as const }]
  const reference = list
  replaceRoutes(list, [{ route: '/mcp', handler: '/mcp.ts', lazy: true as const }, { route: '/mcp/old', handler: '/mcp.ts', lazy: true as const }], [{ route: '/mcp', handler: '/mcp.ts', lazy: true as const }, { route: '/mcp/new', handler: '/mcp.ts', lazy: true as const }])
  expect(reference.map(({ route }) => route)).toEqual(['/api', '/mcp', '/mcp/new'])
})
