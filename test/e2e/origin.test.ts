import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { type HeaderOverrides, http } from '../helpers/http'
import { type TestServer, useServer } from '../helpers/server'

const PING = message(1, 'ping')
const FORBIDDEN = { jsonrpc: '2.0', error: { code: -32600, message: 'Origin not allowed' }, id: null }

async function statusOf(server: TestServer, origin: string | undefined, headers: HeaderOverrides = {}): Promise<number> {
  return (await server.post(PING, { Origin: origin, ...headers })).status
}

describe('without `allowedOrigins`', () => {
  const server = useServer('basic')

  // transport-sessions R27
  it('requests without Origin and from the own origin are served', async () => {
    expect(await statusOf(server, undefined)).toBe(200)
    expect(await statusOf(server, server.origin)).toBe(200)
    expect(await statusOf(server, `http://localhost:${server.port}`, { Host: `localhost:${server.port}` })).toBe(200)
  })

  // transport-sessions R27, R28, R31
  it.each([
    ['another host', 'https://evil.test'],
    ['another port', 'http://127.0.0.1:1'],
    ['the literal null', 'null'],
    ['no URL', 'not an origin'],
    ['an empty value', ''],
    ['a file', 'file://'],
    ['an extension', 'chrome-extension://abc'],
    ['a list', 'https://a.test, https://b.test'],
  ])('%s is 403', async (_, origin) => {
    const reply = await server.post(PING, { Origin: origin })
    expect(reply.status).toBe(403)
    expect(reply.json()).toEqual(FORBIDDEN)
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
  })

  // transport-sessions R28: the scheme has to match, but a proxy may have ended TLS
  it('the own host with https is served, with any other scheme or port it is 403', async () => {
    const secure = server.origin.replace('http:', 'https:')
    const reply = await server.post(PING, { Origin: secure })
    expect(reply.status).toBe(200)
    expect(reply.headers['access-control-allow-origin']).toBe(secure)
    expect(await statusOf(server, server.origin.replace('http:', 'ws:'))).toBe(403)
    expect(await statusOf(server, 'https://127.0.0.1')).toBe(403)
  })

  // transport-sessions R28: `Host` without a port, and with that of http, name the same server
  it.each(['localhost', 'localhost:80', 'localhost:443'])('a page behind TLS on its default port is served, with `Host: %s`', async (host) => {
    expect(await statusOf(server, 'https://localhost', { Host: host })).toBe(200)
  })

  // transport-sessions R30
  it('no forwarded header is read', async () => {
    expect(await statusOf(server, server.origin, { 'X-Forwarded-Proto': 'https' })).toBe(200)
    expect(await statusOf(server, 'http://evil.test', { 'X-Forwarded-Host': 'evil.test' })).toBe(403)
  })

  // transport-sessions R31: DNS rebinding
  it('a page whose name was re-bound to this server is 403', async () => {
    const host = `evil.test:${server.port}`
    expect(await statusOf(server, `http://${host}`, { Host: host })).toBe(403)
  })

  // transport-sessions R2, README 5: before everything else
  it('is checked before redirect, method, headers and body', async () => {
    for (const headers of [{ Accept: 'text/html' }, {}, { Accept: 'text/event-stream' }]) {
      expect((await http(server.url, { headers: { ...headers, Origin: 'https://evil.test' } })).status).toBe(403)
    }
    for (const method of ['DELETE', 'PUT', 'OPTIONS']) {
      expect((await http(server.url, { method, headers: { Origin: 'https://evil.test' } })).status).toBe(403)
    }
    expect((await server.post('not json', { 'Origin': 'https://evil.test', 'Accept': 'image/png', 'Content-Type': 'text/plain' })).status).toBe(403)
  })
})

describe('with a list', () => {
  const allowed = ['https://a.test/path', 'http://b.test:8080', 'chrome-extension://abc', 'vscode-webview://one']
  const server = useServer('basic', { env: { NUXT_MCP_SECURITY_ALLOWED_ORIGINS: JSON.stringify(allowed) } })

  // transport-sessions R27, R28, R32
  it.each(['https://a.test', 'https://A.TEST:443', 'http://b.test:8080', 'chrome-extension://abc', 'vscode-webview://one', undefined])('%s is served', async (origin) => {
    expect(await statusOf(server, origin)).toBe(200)
  })

  it.each(['http://a.test', 'https://sub.a.test', 'https://a.test:8443', 'http://b.test', 'chrome-extension://evil', 'moz-extension://abc', 'vscode-webview://two', 'file://', 'null'])('%s is 403', async (origin) => {
    expect(await statusOf(server, origin)).toBe(403)
  })

  // transport-sessions R29
  it('the own origin has to be listed', async () => {
    expect(await statusOf(server, server.origin)).toBe(403)
  })
})

describe('with an empty list', () => {
  const server = useServer('basic', { env: { NUXT_MCP_SECURITY_ALLOWED_ORIGINS: '[]' } })

  // transport-sessions R29
  it('every browser is refused', async () => {
    expect(await statusOf(server, server.origin)).toBe(403)
    expect(await statusOf(server, undefined)).toBe(200)
  })
})

describe('with `*`', () => {
  const server = useServer('basic', { env: { NUXT_MCP_SECURITY_ALLOWED_ORIGINS: '*' } })

  // transport-sessions R27
  it.each(['https://evil.test', 'null', 'chrome-extension://abc', undefined])('%s is served', async (origin) => {
    expect(await statusOf(server, origin)).toBe(200)
  })
})
