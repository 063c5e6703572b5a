import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { type TestServer, useServer } from '../helpers/server'

const PING = message(1, 'ping')

async function statusOf(server: TestServer, host: string): Promise<number> {
  return (await server.post(PING, { Host: host })).status
}

describe('a loopback listener', () => {
  const server = useServer('basic')

  // transport-sessions R31: loopback names and literal addresses cannot be re-bound
  it.each(['localhost', 'localhost:3000', 'LOCALHOST:1', 'app.localhost', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:3000', '192.168.1.5:3000', '[fe80::1]'])('serves %s', async (host) => {
    expect(await statusOf(server, host)).toBe(200)
  })

  it.each(['evil.test', 'evil.test:3000', 'localhost.evil.test', '127.0.0.1.evil.test', '1.2.3.4.nip.io', 'notlocalhost', 'localhost@evil.test', '0x7f.evil.test', 'xn--localhost-'])('refuses %s', async (host) => {
    const reply = await server.post(PING, { Host: host })
    expect(reply.status).toBe(403)
    expect(reply.json()).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) }, id: null })
  })

  it('refuses before everything else', async () => {
    expect((await http(server.url, { headers: { Host: 'evil.test', Accept: 'text/html' } })).status).toBe(403)
    expect((await http(server.url, { method: 'DELETE', headers: { Host: 'evil.test' } })).status).toBe(403)
  })
})

describe('with `allowedHosts`', () => {
  const server = useServer('basic', { env: { NUXT_MCP_SECURITY_ALLOWED_HOSTS: 'mcp.example.com, Other.Example.com' } })

  it.each(['mcp.example.com', 'MCP.example.com:8443', 'other.example.com', 'localhost'])('serves %s', async (host) => {
    expect(await statusOf(server, host)).toBe(200)
  })

  it.each(['evil.test', 'sub.mcp.example.com', 'example.com'])('refuses %s', async (host) => {
    expect(await statusOf(server, host)).toBe(403)
  })
})

describe('a listener that others can reach', () => {
  const server = useServer('basic', { host: '0.0.0.0' })

  it('serves any host: its name is not known', async () => {
    expect(await statusOf(server, 'mcp.example.com')).toBe(200)
    expect(await statusOf(server, 'localhost')).toBe(200)
  })
})

describe('such a listener with `allowedHosts`', () => {
  const server = useServer('basic', { host: '0.0.0.0', env: { NUXT_MCP_SECURITY_ALLOWED_HOSTS: '["mcp.example.com"]' } })

  it('serves these and loopback names', async () => {
    expect(await statusOf(server, 'mcp.example.com')).toBe(200)
    expect(await statusOf(server, 'localhost')).toBe(200)
    expect(await statusOf(server, 'evil.test')).toBe(403)
  })
})
