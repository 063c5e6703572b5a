import { describe, expect, it } from 'vitest'
import { message } from '../helpers/endpoint'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'
import { openSession } from '../helpers/session'

// `localFetch`, as serverless platforms and proxy rules use it: there is no connection at all
describe.each([['without sessions', 'basic'], ['with sessions', 'sessions']] as const)('an endpoint that is reached from inside, %s', (_, fixture) => {
  const server = useServer(fixture, { path: '/internal' })

  it('serves the official client', async () => {
    const client = await connectClient(server.url)
    expect((await client.listTools()).tools.length).toBeGreaterThan(3)
    await client.close()
  })

  it('accepts notifications', async () => {
    const reply = await server.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, fixture === 'sessions' ? (await openSession(server.url)).headers : {})
    expect([reply.status, reply.text]).toEqual([202, ''])
  })
})

describe('a session that is reached from inside', () => {
  const server = useServer('sessions', { path: '/internal' })

  it('can be ended', async () => {
    const session = await openSession(server.url)
    expect((await session.delete()).status).toBe(200)
    expect((await session.post(message(1, 'ping'))).status).toBe(404)
  })
})
