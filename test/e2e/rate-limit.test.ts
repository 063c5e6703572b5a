import { expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

// The helper is the one of the playground.
const server = useServer('secure', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false' } })

it('a caller with too many requests is 429, and told when to come back', async () => {
  const limited = server.endpoint('/mcp/limited')
  const post = (caller: string) => limited.post(message(1, 'ping'), { 'X-Caller': caller, 'Origin': server.origin })
  for (let count = 0; count < 3; count++) expect((await post('ann')).status).toBe(200)
  const reply = await post('ann')
  expect(reply.status).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(86_400)
  expect([reply.headers['content-type'], reply.json()])
    .toEqual(['application/json', { jsonrpc: '2.0', error: { code: -32000, message: 'Too many requests: 3 in 86400 seconds are allowed.' }, id: null }])
  expect(reply.headers['access-control-expose-headers']).toContain('retry-after')
  expect((await post('bob')).status).toBe(200)
})

it('preflights do not count', async () => {
  const headers = { 'Origin': server.origin, 'Access-Control-Request-Method': 'POST', 'X-Caller': 'eve' }
  for (let count = 0; count < 5; count++) {
    expect((await http(`${server.url}/limited`, { method: 'OPTIONS', headers })).status).toBe(204)
  }
  expect((await server.endpoint('/mcp/limited').post(message(1, 'ping'), { 'X-Caller': 'eve' })).status).toBe(200)
})
