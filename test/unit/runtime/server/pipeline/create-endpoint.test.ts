import { describe, expect, it, vi } from 'vitest'
import { resolveOptions } from '../../../../../src/options'
import { createEndpoint } from '../../../../../src/runtime/server/pipeline/create-endpoint'

const logged = vi.hoisted<string[]>(() => [])
vi.mock('nitropack/runtime', () => ({ cachedFunction: (run: unknown) => run }))
vi.mock('../../../../../src/runtime/server/observability/log', () => ({
  log: { error: (message: string) => logged.push(message) },
  reportOnce: (_level: string, message: string) => logged.push(message),
}))

const { config } = resolveOptions({ name: 'app' })
const tool = (name: string, handler?: string) => ({ name, handler: () => name, ...(handler ? { _meta: { handler } } : {}) })
const catalogue = { tools: [tool('orphan'), tool('own', 'admin')], resources: [], prompts: [], files: {} }
const toolsOf = (...args: Parameters<typeof createEndpoint>) => createEndpoint(...args).pools.tools.all.map(({ name }) => name)
const folder = { name: 'admin', route: '/mcp/admin', folder: true, options: {} }

describe('createEndpoint (handlers §3)', () => {
  it.each([
    ['the default endpoint: what belongs to nobody', config, {}, undefined, ['orphan']],
    ['the default endpoint with `all`', { ...config, defaultHandlerStrategy: 'all' as const }, {}, undefined, ['orphan', 'own']],
    ['a folder: its own', config, {}, folder, ['own']],
    ['a top-level file: everything', config, {}, { ...folder, name: 'reports', folder: false }, ['orphan', 'own']],
    ['an array: just that', config, { tools: [tool('given')] }, folder, ['given']],
    ['an empty array: nothing', config, { tools: [] }, undefined, []],
  ])('%s', (_label, resolved, options, handler, expected) => {
    expect(toolsOf(resolved, options, handler, catalogue, '/')).toEqual(expected)
  })

  it('serves nothing, and says so, where a list is none', () => {
    const options = JSON.parse('{"tools":"x"}')
    expect(toolsOf(config, options, undefined, catalogue, '/')).toEqual([])
    expect(logged).toContain('`tools` of the handler for `/mcp` is of type string; it has to be an array or a function. No tools are served.')
  })
})
