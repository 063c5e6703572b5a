import { describe, expect, it } from 'vitest'
import type { McpEndpoint } from '../helpers/endpoint'
import type { HeaderOverrides } from '../helpers/http'
import { MODERN_META as _meta, modernHeaders } from '../helpers/modern'
import { useServer } from '../helpers/server'

// protocol-2026-07-28.md, Results: `ttlMs` and `cacheScope` on `server/discover`, the four list methods and
// `resources/read`. Default `0` and `private`; a handler or definition can state better ones.

const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' }
const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' }
const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']

const server = useServer('secure', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false' } })

async function hintOf(endpoint: McpEndpoint, method: string, params: { uri?: string } = {}, headers: HeaderOverrides = {}): Promise<unknown> {
  const { ttlMs, cacheScope } = await endpoint.result<Record<string, unknown>>(method, { ...params, _meta }, { ...modernHeaders(method, params.uri), ...headers })
  return { ttlMs, cacheScope }
}

describe('cache hints', () => {
  it('are those of the handler, on lists and `server/discover`', async () => {
    const endpoint = server.endpoint('/mcp/cached')
    const hints = await Promise.all([...LISTS, 'server/discover'].map(method => hintOf(endpoint, method)))
    // Guards make the prompts differ between callers.
    expect(hints).toEqual([PUBLIC, PUBLIC, PUBLIC, PRIVATE, PUBLIC])
    await server.logged('`cacheScope: \'public\'` counts as `private` for the prompts of `/mcp/cached`')
  })

  it('are private for the tools that a client chose', async () => {
    expect(await hintOf(server.endpoint('/mcp/cached'), 'tools/list', {}, { 'X-MCP-Tools': 'hello' })).toEqual(PRIVATE)
    expect(await hintOf(server.endpoint('/mcp/cached'), 'tools/list')).toEqual(PUBLIC)
  })

  it('are those of the resource, on its content', async () => {
    const endpoint = server.endpoint('/mcp/cached')
    const read = (uri: string) => hintOf(endpoint, 'resources/read', { uri })
    expect(await Promise.all(['app://daily', 'app://plain', 'app://own'].map(read))).toEqual([{ ttlMs: 86_400_000, cacheScope: 'public' }, PRIVATE, { ttlMs: 5, cacheScope: 'private' }])
  })

  it('keep nothing where nobody said anything', async () => {
    const hints = await Promise.all([...LISTS, 'server/discover'].map(method => hintOf(server.endpoint('/mcp/open'), method)))
    expect(hints).toEqual(hints.map(() => ({ ttlMs: 0, cacheScope: 'private' })))
  })

  it('are never public behind `auth`, whatever the handler, the resource or its result say', async () => {
    const endpoint = server.endpoint('/mcp/cached-members')
    const headers = { Authorization: 'Bearer reader' }
    expect(await hintOf(endpoint, 'tools/list', {}, headers)).toEqual(PRIVATE)
    expect(await hintOf(endpoint, 'resources/read', { uri: 'app://daily' }, headers)).toEqual(PRIVATE)
    await server.logged('`cacheScope: \'public\'` counts as `private` at `/mcp/cached-members`, because `auth` decides who is answered.')
  })

  it('are not sent to clients of earlier revisions', async () => {
    const endpoint = server.endpoint('/mcp/cached')
    const results = [...await Promise.all(LISTS.map(method => endpoint.result(method))), await endpoint.read('app://daily')]
    for (const result of results) expect(Object.keys(result as object)).toHaveLength(1)
  })
})

// `server/discover`: no `listChanged` or `subscribe` unless the stream really delivers them
it('discovers what streams deliver', async () => {
  const { capabilities } = await server.endpoint('/mcp/open').result<{ capabilities: object }>('server/discover', { _meta }, modernHeaders('server/discover'))
  expect(capabilities).toMatchObject({ tools: { listChanged: true }, resources: { listChanged: true, subscribe: true }, prompts: { listChanged: true } })
})
