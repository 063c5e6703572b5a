import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

describe('of the default endpoint', () => {
  const server = useServer('basic')

  // handlers R23–R25, transport-sessions R4, R5
  it.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'TEXT/HTML',
    'application/json, text/html;q=0.5',
  ])('a browser that accepts `%s` is redirected', async (accept) => {
    const reply = await http(server.url, { headers: { Accept: accept } })
    expect([reply.status, reply.headers.location]).toEqual([302, '/'])
    expect(reply.headers['content-type']).toContain('text/html')
  })

  it('HEAD is redirected too', async () => {
    const reply = await http(server.url, { method: 'HEAD', headers: { Accept: 'text/html' } })
    expect([reply.status, reply.headers.location, reply.text]).toEqual([302, '/', ''])
  })

  it.each(['*/*', 'text/*', 'text/html;q=0', 'text/html, text/event-stream', 'text/event-stream', 'application/json', undefined])('a GET that accepts `%s` is not', async (accept) => {
    expect((await http(server.url, { headers: { Accept: accept } })).status).toBe(405)
  })

  it.each(['DELETE', 'PUT', 'OPTIONS'])('%s is not', async (method) => {
    expect((await http(server.url, { method, headers: { Accept: 'text/html' } })).status).toBe(405)
  })

  it('a POST is served', async () => {
    expect((await server.post(message(1, 'ping'), { Accept: 'text/html, application/json' })).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })
})

describe('configured', () => {
  const server = useServer('handlers', { base: '/base', path: '/api/mcp' })

  // transport-sessions R5: verbatim, without `app.baseURL`; per handler
  it('goes where the options say', async () => {
    const visit = async (path: string) => (await server.http(path, { headers: { Accept: 'text/html' } })).headers.location
    expect(await visit('/api/mcp')).toBe('/docs')
    expect(await visit('/api/mcp/admin')).toBe('/admin-docs')
    expect(await visit('/api/mcp/bare')).toBe('/docs')
  })

  // handlers R24
  it('happens before the middleware', async () => {
    const before = (await server.state('middleware')).count
    await server.http('/api/mcp', { headers: { Accept: 'text/html' } })
    expect((await server.state('middleware')).count).toBe(before)
  })
})
