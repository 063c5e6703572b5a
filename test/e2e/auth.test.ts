import { describe, expect, it } from 'vitest'
import { type McpEndpoint, message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { modern } from '../helpers/modern'
import { useServer } from '../helpers/server'
import { initialize, openSession, sessionAt } from '../helpers/session'

const as = (token: string) => ({ Authorization: `Bearer ${token}` })
const PING = message(1, 'ping')
const call = (name: string, id = 1) => message(id, 'tools/call', { name })
const errorOf = (reply: { json: <T>() => T }) => reply.json<{ error: { code: number, message: string }, id: null }>()

describe('without sessions', () => {
  const server = useServer('secure', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false' } })
  const metadataUrl = () => `${server.origin}/.well-known/oauth-protected-resource/mcp`

  it('a request without a token is 401 and told where to get one', async () => {
    const reply = await server.post(PING)
    expect([reply.status, reply.headers['www-authenticate'], reply.headers['content-type']])
      .toEqual([401, `Bearer scope="mcp", resource_metadata="${metadataUrl()}"`, 'application/json'])
    expect(errorOf(reply)).toEqual({ jsonrpc: '2.0', error: { code: -32000, message: 'Unauthorized: an access token is required' }, id: null })
    expect(reply.headers).not.toHaveProperty('x-middleware')
  })

  it.each([
    ['unknown', 'the token is not valid'], ['expired', 'the token has expired'], ['elsewhere', 'the token was issued for another resource'],
    ['throws', 'the token is not valid'], ['malformed', 'the token is not valid'], ['not a token', 'the token is not valid'], ['', 'the token is not valid'],
  ])('the token `%s` is 401: %s', async (token, problem) => {
    const reply = await server.post(PING, as(token))
    expect([reply.status, reply.headers['www-authenticate']])
      .toEqual([401, `Bearer error="invalid_token", error_description="${problem}", scope="mcp", resource_metadata="${metadataUrl()}"`])
    expect(errorOf(reply).error.message).toBe(`Unauthorized: ${problem}`)
    expect(reply.text).not.toContain('database')
  })

  it('what a verifier throws is logged', async () => {
    await server.post(PING, as('throws'))
    await server.logged('the database is down')
  })

  it('only the header counts', async () => {
    for (const query of ['access_token=reader', 'token=reader']) {
      expect((await http(`${server.url}?${query}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(PING) })).status).toBe(401)
    }
    expect((await server.post(PING, { Authorization: 'Basic cmVhZGVy' })).status).toBe(401)
    expect((await server.post(PING, { Cookie: 'access_token=reader' })).status).toBe(401)
  })

  it('every method but a navigation needs a token, and bodies are not read without', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      expect((await http(server.url, { method })).status, method).toBe(401)
    }
    expect((await server.post('not json')).status).toBe(401)
    expect((await http(server.url, { headers: { Accept: 'text/html' } })).status).toBe(302)
    expect((await http(server.url, { method: 'GET', headers: as('reader') })).status).toBe(405)
  })

  it('a foreign origin is refused first, and preflights need no token', async () => {
    expect((await server.post(PING, { Origin: 'https://evil.test' })).status).toBe(403)
    const preflight = await http(server.url, { method: 'OPTIONS', headers: { 'Origin': server.origin, 'Access-Control-Request-Method': 'POST' } })
    expect([preflight.status, preflight.headers['x-middleware']]).toEqual([204, undefined])
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization')
    const refused = await server.post(PING, { Origin: server.origin })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, server.origin])
    expect(refused.headers['access-control-expose-headers']).toContain('www-authenticate')
  })

  it('a token without the scopes of the endpoint is 403 and told which', async () => {
    const reply = await server.post(PING, as('no-scope'))
    expect([reply.status, reply.headers['www-authenticate']])
      .toEqual([403, `Bearer error="insufficient_scope", error_description="The token lacks the scope mcp", scope="other mcp", resource_metadata="${metadataUrl()}"`])
    expect(errorOf(reply).error.code).toBe(-32000)
  })

  it('handlers and middleware know who is calling', async () => {
    const reply = await server.post(call('whoami'), { ...as('reader'), Authorization: 'bearer reader' })
    expect([reply.status, reply.headers['x-client']]).toEqual([200, 'app'])
    const { authInfo, same } = JSON.parse(await server.callText('whoami', undefined, as('reader')))
    expect(authInfo).toEqual({ token: 'reader', clientId: 'app', scopes: ['mcp'], expiresAt: expect.any(Number), extra: { sub: 'ann' } })
    expect(same).toBe(true)
  })

  it.each<[string, object]>([
    ['a tool', call('write')],
    ['a resource', message(1, 'resources/read', { uri: 'secret://one' })],
    ['a template', message(1, 'resources/read', { uri: 'secrets://7' })],
    ['a prompt', message(1, 'prompts/get', { name: 'secret-prompt' })],
    ['a completion', message(1, 'completion/complete', { ref: { type: 'ref/prompt', name: 'secret-prompt' }, argument: { name: 'a', value: '' } })],
  ])('%s with scopes is 403 before anything is sent', async (_, body) => {
    const refused = await server.post(body, as('reader'))
    expect([refused.status, refused.headers['content-type'], refused.headers['www-authenticate']])
      .toEqual([403, 'application/json', `Bearer error="insufficient_scope", error_description="The token lacks the scope write", scope="mcp write", resource_metadata="${metadataUrl()}"`])
    expect((await server.post(body, as('writer'))).status).toBe(200)
  })

  // protocol-2026-07-28.md, Errors keep the request's id
  it('a request of 2026-07-28 is named by its refusal', async () => {
    expect(await modern(server, 'tools/call', { name: 'write' }, { id: 'w1', headers: as('reader') })).toMatchObject({ status: 403, id: 'w1', error: { code: -32000 } })
    expect(await modern(server, 'tools/call', { name: 'write' }, { headers: as('writer') })).toMatchObject({ status: 200 })
  })

  it('one call of a batch refuses all of it', async () => {
    expect((await server.post([call('whoami', 1), call('write', 2)], as('reader'))).status).toBe(403)
    expect((await server.post([call('whoami', 1), call('write', 2)], as('writer'))).status).toBe(200)
  })

  it('lists name what needs more scopes, unless a guard hides it; then it is not found', async () => {
    const names = async (token: string) => (await server.tools(as(token))).map(tool => tool.name)
    expect(await names('reader')).toContain('write')
    expect(await names('reader')).not.toContain('for-pro')
    expect(await names('writer')).toContain('for-pro')
    expect(await server.callText('for-pro', undefined, as('reader'))).toContain('not found')
    expect(await server.callText('for-pro', undefined, as('writer'))).toBe('pro')
    expect(JSON.stringify(await server.tools(as('writer')))).not.toContain('scopes')
  })

  it('a token may be optional, but a bad one is refused', async () => {
    const optional = server.endpoint('/mcp/optional')
    expect(JSON.parse(await optional.callText('whoami'))).not.toHaveProperty('authInfo')
    expect(JSON.parse(await optional.callText('whoami', undefined, as('no-scope')))).toMatchObject({ authInfo: { clientId: 'app' } })
    expect((await optional.post(PING, as('unknown'))).status).toBe(401)
    const anonymous = await optional.post(call('write'))
    expect([anonymous.status, anonymous.headers['www-authenticate']])
      .toEqual([401, `Bearer scope="write", resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp/optional"`])
    expect((await optional.post(call('write'), as('reader'))).status).toBe(403)
  })

  it('scopes without `auth` let nobody in', async () => {
    const open = server.endpoint('/mcp/open')
    expect(JSON.parse(await open.callText('whoami', undefined, as('writer')))).not.toHaveProperty('authInfo')
    const reply = await open.post(call('write'), as('writer'))
    expect([reply.status, reply.headers['www-authenticate']]).toEqual([403, 'Bearer error="insufficient_scope", error_description="The token lacks the scope write", scope="write"'])
    await server.logged('/mcp/open` has definitions with `scopes` but no `auth`')
  })

  it('options that cannot work let nobody in', async () => {
    expect((await server.endpoint('/mcp/misconfigured').post(PING, as('writer'))).status).toBe(401)
    await server.logged('`auth.authorizationServers` has to be an array of URLs')
  })

  it('a configured URL is the audience, and where metadata is', async () => {
    const endpoint = server.endpoint('/mcp/public')
    expect((await endpoint.post(PING, as('public'))).status).toBe(200)
    expect((await endpoint.post(PING)).headers['www-authenticate'])
      .toBe('Bearer resource_metadata="https://public.example.com/.well-known/oauth-protected-resource/api/mcp"')
  })
})

describe('with sessions', () => {
  const server = useServer('secure')

  it('a session belongs to the client and user that began it', async () => {
    const session = await openSession(server.url, { headers: as('reader') })
    const ping = async (endpoint: McpEndpoint['url'], token: string) => (await sessionAt(endpoint, session.id, as(token)).post(PING)).status
    expect(await ping(server.url, 'reader')).toBe(200)
    // Another token of the same user, as after a refresh or a step-up.
    expect(await ping(server.url, 'writer')).toBe(200)
    expect(await ping(server.url, 'reader-of-bob')).toBe(404)
    expect((await session.post(PING, { Authorization: undefined })).status).toBe(401)
    expect((await session.listen({ Authorization: undefined })).status).toBe(401)
    expect((await session.delete({ Authorization: undefined })).status).toBe(401)
    expect((await session.delete(as('reader-of-bob'))).status).toBe(404)
    expect((await session.delete()).status).toBe(200)
  })

  it('each request brings its own token, and a step-up needs no new session', async () => {
    expect((await initialize(server.url)).status).toBe(401)
    const session = await openSession(server.url, { headers: as('reader') })
    expect(JSON.parse(await session.call('whoami'))).toMatchObject({ authInfo: { token: 'reader' }, same: true })
    const refused = await session.post(call('write'))
    expect([refused.status, refused.headers['content-type']]).toEqual([403, 'application/json'])
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope"')
    const subscribe = message(1, 'resources/subscribe', { uri: 'secret://one' })
    expect((await session.post(subscribe)).status).toBe(403)
    expect(await session.call('write', undefined, as('writer'))).toBe('written')
    expect((await session.post(subscribe, as('writer'))).status).toBe(200)
  })
})
