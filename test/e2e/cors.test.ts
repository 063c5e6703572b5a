import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

const ORIGIN = 'https://a.test'
const server = useServer('basic', { env: { NUXT_MCP_SECURITY_ALLOWED_ORIGINS: JSON.stringify([ORIGIN]) } })

function preflight(origin: string) {
  return http(server.url, {
    method: 'OPTIONS',
    headers: { 'Origin': origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
  })
}

function list(header: string | string[] | undefined): string[] {
  return String(header).split(',').map(entry => entry.trim().toLowerCase())
}

describe('preflight', () => {
  // transport-sessions R33
  it('of an allowed origin is answered', async () => {
    const { status, text, headers } = await preflight(ORIGIN)
    expect([status, text]).toEqual([204, ''])
    expect(headers['access-control-allow-origin']).toBe(ORIGIN)
    expect(list(headers.vary)).toContain('origin')
    expect(list(headers['access-control-allow-methods'])).toContain('post')
    expect(list(headers['access-control-allow-headers'])).toEqual(expect.arrayContaining([
      'content-type', 'accept', 'authorization', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id', 'x-mcp-tools',
    ]))
  })

  it('of another origin is 403', async () => {
    const { status, headers } = await preflight('https://evil.test')
    expect(status).toBe(403)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('answers', () => {
  // transport-sessions R33
  it.each<[string, unknown, number]>([
    ['a result', message(1, 'ping'), 200],
    ['an accepted notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
    ['an error', 'not json', 400],
    ['a stream', message(1, 'tools/call', { name: 'notify' }), 200],
  ])('%s may be read by the page', async (_, body, status) => {
    const reply = await server.post(body, { Origin: ORIGIN })
    expect(reply.status).toBe(status)
    expect(reply.headers['access-control-allow-origin']).toBe(ORIGIN)
    expect(list(reply.headers.vary)).toContain('origin')
    expect(list(reply.headers['access-control-expose-headers'])).toContain('mcp-session-id')
  })

  it('refusals may be read too', async () => {
    const get = await http(server.url, { headers: { Origin: ORIGIN, Accept: 'text/event-stream' } })
    expect([get.status, get.headers['access-control-allow-origin']]).toEqual([405, ORIGIN])
    const type = await server.post(message(1, 'ping'), { 'Origin': ORIGIN, 'Content-Type': 'text/plain' })
    expect([type.status, type.headers['access-control-allow-origin']]).toEqual([415, ORIGIN])
  })

  it('to others carry no CORS headers', async () => {
    expect((await server.post(message(1, 'ping'))).headers).not.toHaveProperty('access-control-allow-origin')
  })
})
