import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveOptions } from '../../../../../src/options'
import { compileResources } from '../../../../../src/runtime/server/compile/compile'
import type { CompiledResource } from '../../../../../src/runtime/server/compile/compiled'
import type { McpHandlerOptions } from '../../../../../src/runtime/server/define/handler'
import type { McpResourceDefinitionListItem } from '../../../../../src/runtime/server/define/resource'
import { createEndpoint } from '../../../../../src/runtime/server/pipeline/create-endpoint'
import { type ListName, NO_CACHE, discoverHint, listHint, readHint } from '../../../../../src/runtime/server/protocol/cache-hints'
import { hintOfRequest } from '../../../../../src/runtime/server/protocol/request-hint'

// protocol-2026-07-28.md, "Results": `ttlMs` (integer ≥ 0) and `cacheScope`, default `0` and `private`; a handler or
// definition can state better ones.

const logged = vi.hoisted<string[]>(() => [])
vi.mock('nitropack/runtime', () => ({ cachedFunction: (run: unknown) => run }))
vi.mock('../../../../../src/runtime/server/observability/log', () => ({
  log: { error: (message: string) => logged.push(message) },
  reportOnce: (_level: string, message: string) => logged.push(message),
}))

const LISTS: ListName[] = ['tools', 'resources', 'templates', 'prompts']
const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' } as const
const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' }
const page: McpResourceDefinitionListItem = { name: 'page', uri: 'app://page', handler: () => '' }
const tool = { name: 'tool', handler: () => '' }
const auth = { authorizationServers: ['https://login.example.com'], verify: () => null }

function endpointOf(options: McpHandlerOptions) {
  const { config } = resolveOptions({ name: 'app' })
  const endpoint = createEndpoint(config, options, undefined, { tools: [tool], resources: [page], prompts: [], files: {} }, '/')
  return { endpoint, view: { pools: endpoint.pools, isEnabled: () => true } }
}

function hintsOf(options: McpHandlerOptions) {
  const { endpoint, view } = endpointOf(options)
  return { ...Object.fromEntries(LISTS.map(list => [list, listHint(endpoint, list, view)])), discover: discoverHint(endpoint, view) }
}

function readHintOf(options: McpHandlerOptions, fields: Partial<McpResourceDefinitionListItem>) {
  const { endpoint, view } = endpointOf({ ...options, resources: [{ ...page, ...fields }] })
  const [resource] = [...endpoint.pools.resources.all, ...endpoint.pools.templates.all]
  return resource && readHint(endpoint, resource, view)
}

beforeEach(() => {
  logged.length = 0
})

describe('hints of lists and `server/discover`', () => {
  it('keep nothing by default, and allocate nothing for it', () => {
    const { endpoint, view } = endpointOf({})
    expect(NO_CACHE).toEqual({ ttlMs: 0, cacheScope: 'private' })
    expect([...LISTS.map(list => listHint(endpoint, list, view)), discoverHint(endpoint, view)].every(hint => hint === NO_CACHE)).toBe(true)
  })

  it('are what the handler says', () => {
    expect(hintsOf({ ttlMs: 60_000 })).toEqual({ tools: PRIVATE, resources: PRIVATE, templates: PRIVATE, prompts: PRIVATE, discover: PRIVATE })
    expect(hintsOf(PUBLIC)).toEqual({ tools: PUBLIC, resources: PUBLIC, templates: PUBLIC, prompts: PUBLIC, discover: PUBLIC })
    expect(logged).toEqual([])
  })

  // An intermediary may serve what is public to anybody.
  it.each<[string, McpHandlerOptions]>([
    ['auth', { auth }],
    ['middleware', { middleware: () => {} }],
  ])('are private where `%s` tells callers apart', (option, options) => {
    expect(Object.values(hintsOf({ ...PUBLIC, ...options }))).toEqual(Array.from({ length: 5 }, () => PRIVATE))
    expect(logged).toEqual([`\`cacheScope: 'public'\` counts as \`private\` at \`/mcp\`, because \`${option}\` decides who is answered.`])
  })

  it('are private for a list with a guard, and for no other', () => {
    expect(hintsOf({ ...PUBLIC, tools: [{ ...tool, enabled: () => true }] })).toEqual({ tools: PRIVATE, resources: PUBLIC, templates: PUBLIC, prompts: PUBLIC, discover: PUBLIC })
    expect(logged).toEqual(['`cacheScope: \'public\'` counts as `private` for the tools of `/mcp`, because not everybody sees all of them.'])
  })

  it('are private for resources that a template lists, perhaps for the caller', () => {
    const uri = new ResourceTemplate('app://{id}', { list: () => ({ resources: [] }) })
    expect(hintsOf({ ...PUBLIC, resources: [{ ...page, uri }] })).toMatchObject({ resources: PRIVATE, templates: PUBLIC })
  })

  it('are private where the request has definitions of its own', () => {
    const { endpoint, view } = endpointOf(PUBLIC)
    const other = { ...view, pools: { ...view.pools } }
    expect([listHint(endpoint, 'prompts', other), discoverHint(endpoint, other)]).toEqual([PRIVATE, PRIVATE])
  })

  it('are private for tools that `X-MCP-Tools` chose', () => {
    const { endpoint, view } = endpointOf(PUBLIC)
    const chosen = { ...view, allowedTools: new Set(['tool']) }
    expect([listHint(endpoint, 'tools', chosen), listHint(endpoint, 'prompts', chosen)]).toEqual([PRIVATE, PUBLIC])
  })

  it.each([
    ['{"ttlMs":-1}', '`ttlMs` has to be a whole number of milliseconds, 0 or more, not `-1`'],
    ['{"ttlMs":1.5}', '`ttlMs` has to be a whole number of milliseconds, 0 or more, not `1.5`'],
    ['{"ttlMs":1e300}', '`ttlMs` can be at most `9007199254740991` milliseconds, not `1e+300`'],
    ['{"ttlMs":"5m"}', '`ttlMs` has to be a whole number of milliseconds, 0 or more, not `\'5m\'`'],
    ['{"ttlMs":null}', '`ttlMs` has to be a whole number of milliseconds, 0 or more, not `null`'],
    ['{"ttlMs":5,"cacheScope":"shared"}', '`cacheScope` has to be `\'private\'` or `\'public\'`, not `\'shared\'`'],
  ])('keep nothing, and say why, for %s', (options, problem) => {
    expect(endpointOf(JSON.parse(options)).endpoint.cacheHint).toEqual(NO_CACHE)
    expect(logged).toEqual([`Clients may keep nothing of the endpoint \`/mcp\`: ${problem}.`])
  })

  it('keep nothing for `NaN`', () => {
    expect(endpointOf({ ttlMs: Number.NaN }).endpoint.cacheHint).toBe(NO_CACHE)
  })
})

describe('hints of `resources/read`', () => {
  it('are the resource\'s own', () => {
    expect(readHintOf({}, {})).toBe(NO_CACHE)
    expect(readHintOf({}, { ttlMs: 5 })).toEqual({ ttlMs: 5, cacheScope: 'private' })
    expect(readHintOf({}, { ttlMs: 5, cacheScope: 'public' })).toEqual({ ttlMs: 5, cacheScope: 'public' })
    expect(readHintOf({ ttlMs: 60_000 }, { ttlMs: 0, cacheScope: 'private' })).toEqual({ ttlMs: 0, cacheScope: 'private' })
  })

  it('take `ttlMs` from the handler, but never `public`', () => {
    expect(readHintOf(PUBLIC, {})).toEqual(PRIVATE)
    expect(readHintOf(PUBLIC, { ttlMs: 5 })).toEqual({ ttlMs: 5, cacheScope: 'private' })
    expect(readHintOf({ ttlMs: 60_000 }, { cacheScope: 'public' })).toEqual(PUBLIC)
  })

  it.each<[string, McpHandlerOptions, Partial<McpResourceDefinitionListItem>, string]>([
    ['a guard', {}, { enabled: () => true }, '`cacheScope: \'public\'` of the resource `page` counts as `private`, because `enabled` or `scopes` decide who may read it.'],
    ['scopes', {}, { scopes: ['read'] }, '`cacheScope: \'public\'` of the resource `page` counts as `private`, because `enabled` or `scopes` decide who may read it.'],
    ['auth of the endpoint', { auth }, {}, '`cacheScope: \'public\'` counts as `private` at `/mcp`, because `auth` decides who is answered.'],
    ['middleware', { middleware: () => {} }, {}, '`cacheScope: \'public\'` counts as `private` at `/mcp`, because `middleware` decides who is answered.'],
  ])('are private with %s', (_label, options, fields, warning) => {
    expect(readHintOf(options, { ...PUBLIC, ...fields })).toEqual(PRIVATE)
    expect(logged).toEqual([warning])
  })

  it('are private where the request has definitions of its own', () => {
    const { endpoint, view } = endpointOf({ resources: [{ ...page, ...PUBLIC }] })
    const [resource] = endpoint.pools.resources.all
    expect(resource && readHint(endpoint, resource, { ...view, pools: { ...view.pools } })).toEqual(PRIVATE)
  })

  it.each([[{ ttlMs: -1 }], [{ ttlMs: 0.5 }], [{ ttlMs: Number.NaN }], [JSON.parse('{"cacheScope":"shared"}')]])('leave a resource out that says %o', (hint) => {
    expect(compiled({ ...page, ...hint })).toEqual([])
    expect(logged).toEqual([expect.stringMatching(/^Resource `page` is left out: `(?:ttlMs|cacheScope)` has to be /)])
  })
})

describe('the hint of a request', () => {
  const request = (method: string, params?: Record<string, unknown>) => ({ jsonrpc: '2.0' as const, id: 1, method, params })

  it('is that of its method', async () => {
    const { endpoint, view } = endpointOf({ ttlMs: 60_000, resources: [{ ...page, ttlMs: 5 }] })
    const methods = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'server/discover', 'tools/call', 'prompts/get', 'completion/complete']
    expect(await Promise.all(methods.map(method => hintOfRequest(endpoint, request(method), view)))).toEqual([PRIVATE, PRIVATE, PRIVATE, PRIVATE, PRIVATE, undefined, undefined, undefined])
    expect(await hintOfRequest(endpoint, request('resources/read', { uri: 'APP://page' }), view)).toEqual({ ttlMs: 5, cacheScope: 'private' })
  })

  it.each([[undefined], [5], ['page'], ['app://nowhere']])('for the resource %j, which there is not, keeps nothing', async (uri) => {
    const { endpoint, view } = endpointOf({ ttlMs: 60_000 })
    expect(await hintOfRequest(endpoint, request('resources/read', { uri }), view)).toBe(NO_CACHE)
  })
})

describe('the session era', () => {
  // "nothing else in the module knows about eras": clients of earlier revisions see no hints
  it('lists and reads resources without hints', async () => {
    const [resource] = compiled({ ...page, ...PUBLIC })
    expect(resource?.entry()).toEqual({ uri: 'app://page', name: 'page' })
    const read = await resource?.read(new URL('app://page'), undefined, JSON.parse('{}'), JSON.parse('{}'))
    expect(read).toEqual({ contents: [{ uri: 'app://page', text: '' }] })
  })
})

function compiled(definition: McpResourceDefinitionListItem): CompiledResource[] {
  return compileResources([definition], {})
}
