import { describe, expect, it } from 'vitest'
import { MCP_HEADERS, message } from '../helpers/endpoint'
import { type HeaderOverrides, openRequest } from '../helpers/http'
import { MODERN_META, listen, modernHeaders } from '../helpers/modern'
import { waitFor } from '../helpers/process'
import { useServer } from '../helpers/server'
import { openSession } from '../helpers/session'

/** Longer than the middleware and the hook of the fixture take with `X-Slow` and `X-Slow-Hook`. */
const SLOW_MS = 500

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Sends a request and leaves while the server is still at what comes before its answer. */
async function leave(url: string, method: 'GET' | 'POST', headers: HeaderOverrides, body?: object): Promise<void> {
  const { response, abort } = openRequest(url, { method, headers: { ...MCP_HEADERS, ...headers }, ...(body && { body: JSON.stringify(body) }) })
  response.catch(() => undefined)
  await sleep(100)
  abort()
}

// Nothing hangs: whatever is waited for before a handler runs, a client that has left is noticed.
describe('a client that leaves before its handler runs', () => {
  const server = useServer('sessions', { env: { NUXT_MCP_SESSIONS_ENABLED: 'false', NUXT_MCP_SUBSCRIPTIONS_MAX_STREAMS: '2' } })

  it.each([['middleware', 'X-Slow'], ['a hook', 'X-Slow-Hook']])('keeps no handler, after %s', async (_, header) => {
    const call = (key: string, meta?: object) => message(1, 'tools/call', { name: 'wait', arguments: { key }, ...(meta && { _meta: meta }) })
    await Promise.all([
      leave(server.url, 'POST', { [header]: '1' }, call(`${header}-legacy`)),
      leave(server.url, 'POST', { [header]: '1', ...modernHeaders('tools/call', 'wait') }, call(`${header}-modern`, MODERN_META)),
    ])
    await sleep(SLOW_MS)
    for (const era of ['legacy', 'modern']) {
      expect((await server.state(`started:${header}-${era}`)).count, era).toBe(0)
    }
  })

  it('takes no place among the streams', async () => {
    const body = message(1, 'subscriptions/listen', { _meta: MODERN_META, notifications: { toolsListChanged: true } })
    await Promise.all(Array.from({ length: 5 }, () => leave(server.url, 'POST', { 'X-Slow': '1', ...modernHeaders('subscriptions/listen') }, body)))
    await sleep(SLOW_MS)
    const streams = [await listen(server.url, { toolsListChanged: true }), await listen(server.url, { toolsListChanged: true })]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    streams.forEach(stream => stream.abort())
  })
})

describe('a client that leaves before its GET stream is open', () => {
  const server = useServer('sessions', { env: { NUXT_MCP_SESSIONS_MAX_DURATION: '1000' } })

  it('does not keep its session alive', async () => {
    const session = await openSession(server.url)
    await leave(server.url, 'GET', { ...session.headers, 'Accept': 'text/event-stream', 'X-Slow': '1' })
    await waitFor('the session to expire', async () => {
      await sleep(2500)
      return (await session.post(message(9, 'ping'))).status === 404 || undefined
    })
  })
})
