import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js'
import { describe, expect, it } from 'vitest'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

const NOT_CONFIGURED = { error: 'not_found', error_description: 'OAuth is not configured for this MCP server.' }
const PROBES = ['/oauth-protected-resource', '/oauth-authorization-server', '/openid-configuration']
  .flatMap(name => ['', '/', '/mcp', '/mcp/deep/er'].map(below => `/.well-known${name}${below}`))

describe('without `auth`', () => {
  const server = useServer('basic')

  // options-dx R32a, R32c
  it.each([...PROBES, '/mcp/.well-known/openid-configuration'])('%s is a 404 that clients can read', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const reply = await server.http(path, { method })
      expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']], method).toEqual([404, 'application/json', 'no-store'])
      expect(reply.json()).toEqual(NOT_CONFIGURED)
    }
    const head = await server.http(path, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([404, ''])
  })

  it('nothing else is touched', async () => {
    for (const path of ['/.well-known/security.txt', '/.well-known/oauth-protected-resources', '/other/.well-known/openid-configuration', '/mcp/x/.well-known/openid-configuration']) {
      expect((await server.http(path)).text, path).not.toContain('OAuth is not configured')
    }
  })
})

describe('with `wellKnown: false`', () => {
  const server = useServer('hostile')

  it('the application answers', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/openid-configuration/mcp']) {
      expect((await server.http(path)).text, path).not.toContain('OAuth is not configured')
    }
  })
})

describe('with `auth`', () => {
  const server = useServer('secure')
  const get = (path: string, method?: string) => server.http(`/.well-known/oauth-protected-resource${path}`, { method })

  // RFC 9728 §3
  it('an endpoint has its metadata at its well-known path', async () => {
    const reply = await get('/mcp')
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control'], reply.headers['access-control-allow-origin']])
      .toEqual([200, 'application/json', 'no-cache', '*'])
    expect(reply.json()).toEqual({
      resource: server.url,
      authorization_servers: ['https://auth.example.com'],
      scopes_supported: ['mcp', 'profile'],
      bearer_methods_supported: ['header'],
      resource_name: 'Secure things',
      resource_documentation: 'https://example.com/docs',
    })
    expect((await get('/mcp/')).json()).toEqual(reply.json())
    const head = await get('/mcp', 'HEAD')
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'application/json'])
  })

  it('each endpoint has its own; a configured URL is taken as it is', async () => {
    expect((await get('/mcp/optional')).json()).toMatchObject({ resource: `${server.url}/optional`, resource_name: 'optional' })
    for (const path of ['/mcp/public', '/api/mcp']) {
      const reply = await get(path)
      expect(reply.json()).toMatchObject({ resource: 'https://public.example.com/api/mcp' })
      expect(reply.headers['cache-control']).toBe('public, max-age=3600')
    }
  })

  it('the official client finds it, with and without the challenge', async () => {
    const refused = await fetch(server.url, { method: 'POST' })
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(refused)
    expect([refused.status, scope]).toEqual([401, 'mcp'])
    const found = await discoverOAuthProtectedResourceMetadata(server.url, { resourceMetadataUrl })
    expect(found.resource).toBe(server.url)
    expect(await discoverOAuthProtectedResourceMetadata(server.url)).toEqual(found)
  })

  it('browsers may read it, and nobody may do more', async () => {
    const preflight = await get('/mcp', 'OPTIONS')
    expect([preflight.status, preflight.headers['access-control-allow-origin'], preflight.headers['access-control-allow-headers']]).toEqual([204, '*', '*'])
    const post = await get('/mcp', 'POST')
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('endpoints without `auth`, and none at all, are 404', async () => {
    for (const path of ['/mcp/open', '/mcp/unknown', '/other', '']) {
      const reply = await get(path)
      expect([reply.status, reply.json()], path).toEqual([404, NOT_CONFIGURED])
    }
  })

  // options-dx R32b
  it('routes of the application come first', async () => {
    expect((await server.http('/.well-known/openid-configuration')).json()).toEqual({ issuer: 'the application' })
    expect((await server.http('/.well-known/openid-configuration', { method: 'POST' })).json()).toEqual({ issuer: 'the application' })
    expect((await server.http('/.well-known/oauth-authorization-server')).json()).toEqual({ issuer: 'the application' })
    const below = await server.http('/.well-known/oauth-authorization-server/mcp')
    expect([below.status, below.json()]).toMatchObject([404, { error: 'not_found', error_description: expect.stringContaining('no authorization server') }])
  })
})

describe('with `auth` and a base', () => {
  const server = useServer('secure', { base: '/base', env: { NUXT_APP_BASE_URL: '/base/' } })

  it('the well-known path is at the root of the host', async () => {
    const url = `${server.origin}/.well-known/oauth-protected-resource/base/mcp`
    expect((await server.post({})).headers['www-authenticate']).toContain(`resource_metadata="${url}"`)
    const reply = await http(url)
    expect([reply.status, reply.headers['content-type'], reply.json<{ resource: string }>().resource]).toEqual([200, 'application/json', server.url])
    expect((await http(url, { method: 'HEAD' })).status).toBe(200)
    expect((await http(url, { method: 'OPTIONS' })).status).toBe(204)
    // A proxy that hands on only what is below the base.
    expect((await server.http('/.well-known/oauth-protected-resource/mcp')).json()).toMatchObject({ resource: server.url })
    expect((await http(`${server.origin}/.well-known/openid-configuration/base/mcp`)).json()).toMatchObject({ error: 'not_found' })
    expect((await http(`${server.origin}/.well-known/other`)).status).toBe(404)
  })
})
