import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import type { HeaderOverrides } from '../helpers/http'
import { type TestServer, useServer } from '../helpers/server'

const PROXIED = { 'X-Forwarded-Host': 'shop.test, inner.test', 'X-Forwarded-Proto': 'https, http' }
const STATELESS = { NUXT_MCP_SESSIONS_ENABLED: 'false' }

async function statusOf(server: TestServer, headers: HeaderOverrides): Promise<number> {
  return (await server.endpoint('/mcp/open').post(message(1, 'ping'), headers)).status
}

async function urlOf(server: TestServer, headers: HeaderOverrides): Promise<string> {
  return JSON.parse(await server.endpoint('/mcp/open').callText('whoami', undefined, headers)).url
}

describe('by default', () => {
  const server = useServer('secure', { env: STATELESS })

  // transport-sessions R30
  it('pages of the host are served behind TLS too', async () => {
    expect(await statusOf(server, { Origin: `https://127.0.0.1:${server.port}` })).toBe(200)
    expect(await statusOf(server, { ...PROXIED, Origin: `https://127.0.0.1:${server.port}` })).toBe(200)
  })

  // issue 5: forwarded headers count only when trusted
  it('no forwarded header counts', async () => {
    expect(await statusOf(server, { ...PROXIED, Origin: server.origin })).toBe(200)
    expect(await statusOf(server, { ...PROXIED, Origin: 'https://shop.test' })).toBe(403)
    expect(await statusOf(server, { 'Origin': 'https://shop.test', 'X-Forwarded-Host': 'shop.test' })).toBe(403)
    expect(await urlOf(server, PROXIED)).toBe(`${server.origin}/mcp/open`)
    expect(await urlOf(server, { 'X-Forwarded-Proto': 'https' })).toBe(`${server.origin}/mcp/open`)
  })

  it('metadata and challenges name the connection', async () => {
    const reply = await server.post(message(1, 'ping'), PROXIED)
    expect(reply.headers['www-authenticate']).toContain(`resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp"`)
    const metadata = await server.http('/.well-known/oauth-protected-resource/mcp', { headers: PROXIED })
    expect(metadata.json()).toMatchObject({ resource: `${server.origin}/mcp` })
  })
})

describe('with `trustProxy`', () => {
  const server = useServer('secure', { env: { ...STATELESS, NUXT_MCP_SECURITY_TRUST_PROXY: 'true' } })

  it('the first values are the public origin', async () => {
    expect(await statusOf(server, { ...PROXIED, Origin: 'https://shop.test' })).toBe(200)
    expect(await statusOf(server, { ...PROXIED, Origin: 'https://inner.test' })).toBe(403)
    expect(await statusOf(server, { ...PROXIED, Origin: server.origin })).toBe(403)
    expect(await statusOf(server, { Origin: server.origin })).toBe(200)
    expect(await statusOf(server, { ...PROXIED, 'X-Forwarded-Proto': 'https', 'Origin': 'http://shop.test' })).toBe(403)
    expect(await urlOf(server, PROXIED)).toBe('https://shop.test/mcp/open')
  })

  it('metadata and challenges name it', async () => {
    const reply = await server.post(message(1, 'ping'), PROXIED)
    expect(reply.headers['www-authenticate']).toContain('resource_metadata="https://shop.test/.well-known/oauth-protected-resource/mcp"')
    const metadata = await server.http('/.well-known/oauth-protected-resource/mcp', { headers: PROXIED })
    expect(metadata.json()).toMatchObject({ resource: 'https://shop.test/mcp' })
  })

  // transport-sessions R31: a re-bound page is of the server's origin, so it may send any header.
  it('a re-bound name is refused all the same', async () => {
    expect(await statusOf(server, { 'Host': 'evil.test', 'Origin': 'http://localhost', 'X-Forwarded-Host': 'localhost' })).toBe(403)
  })
})

describe('with `trustProxy` and a list of hosts', () => {
  const server = useServer('secure', { env: { ...STATELESS, NUXT_MCP_SECURITY_TRUST_PROXY: 'true', NUXT_MCP_SECURITY_ALLOWED_HOSTS: 'shop.test' } })

  it('the forwarded host has to be in it', async () => {
    expect(await statusOf(server, PROXIED)).toBe(200)
    expect(await statusOf(server, { ...PROXIED, 'X-Forwarded-Host': 'evil.test' })).toBe(403)
  })
})
