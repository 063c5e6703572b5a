import { type LoggingLevel, LoggingMessageNotificationSchema, ProgressNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { useEvent } from 'nitropack/runtime'
import { describe, expect, it, vi } from 'vitest'
import { useMcpLogger } from '../../../../../src/runtime/server/composables/use-mcp-logger'
import { McpObservabilityNotEnabledError } from '../../../../../src/runtime/server/observability/errors'
import { tagRequest } from '../../../../../src/runtime/server/observability/evlog'
import { createTestEvent, type LinkedClient, linkClient, type LinkOptions } from './linked-client'

vi.mock('nitropack/runtime', () => ({ useEvent: vi.fn() }))

async function link(options?: LinkOptions): Promise<LinkedClient & { received: unknown[] }> {
  const linked = await linkClient(options)
  vi.mocked(useEvent).mockReturnValue(linked.event)
  const received: unknown[] = []
  linked.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void received.push(params))
  linked.client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => void received.push(params))
  return { ...linked, received }
}

function addEvlog({ event }: LinkedClient) {
  const evlog = { set: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), getContext: vi.fn() }
  event.context.log = evlog
  return evlog
}

/** Messages are handled a turn after they were sent. */
const delivered = () => new Promise(resolve => setImmediate(resolve))

// server-side-requests R4
it('is for handlers only', () => {
  vi.mocked(useEvent).mockReturnValue(createTestEvent())
  expect(() => useMcpLogger()).toThrow(/^No MCP server instance available/)
})

describe('notify', () => {
  // server-side-requests R41, R42
  it('sends level, data and logger', async () => {
    const { received } = await link()
    const { notify } = useMcpLogger('orders')
    expect(await notify('notice', 'text')).toBeUndefined()
    await notify('critical', { n: [1] }, 'other')
    await notify.debug(null)
    await notify.info(5)
    await notify.warning(false, 'other')
    await notify.error('x')
    await useMcpLogger().notify.info('no logger')
    await delivered()
    expect(received).toEqual([
      { level: 'notice', data: 'text', logger: 'orders' },
      { level: 'critical', data: { n: [1] }, logger: 'other' },
      { level: 'debug', data: null, logger: 'orders' },
      { level: 'info', data: 5, logger: 'orders' },
      { level: 'warning', data: false, logger: 'other' },
      { level: 'error', data: 'x', logger: 'orders' },
      { level: 'info', data: 'no logger' },
    ])
  })

  // R45, spec README 3
  it.each([['session-1'], [undefined]])('travels on the stream of the request being handled (session: %s)', async (sessionId) => {
    const { sent } = await link({ sessionId })
    await useMcpLogger().notify.info('x')
    expect(sent).toMatchObject([{ message: { method: 'notifications/message' }, options: { relatedRequestId: 7 } }])
  })

  // R43
  it.each<[string, LinkOptions]>([
    ['with a session', {}],
    ['without', { sessionId: undefined }],
    ['without, for a client that names one', { sessionId: undefined, headers: { 'mcp-session-id': 'stale' } }],
  ])('keeps to the level that the client asked for, %s', async (_label, options) => {
    const { client, server, received } = await link(options)
    // The in-memory transport has no headers to show to the SDK's own handler.
    const deliver = server.transport!.onmessage!
    server.transport!.onmessage = (message, extra) => deliver(message, { ...extra, requestInfo: { headers: options.headers ?? {} } })
    const { notify } = useMcpLogger()
    const levels: LoggingLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
    for (const level of levels) await notify(level, level)
    await client.setLoggingLevel('warning')
    for (const level of levels) await notify(level, level)
    await delivered()
    expect(received.map(params => JSON.parse(JSON.stringify(params)).level)).toEqual([...levels, ...levels.slice(3)])
  })

  // R44
  it.each(['warn', 'fatal', '', 'INFO', undefined])('drops the level %j', async (level) => {
    const { sent } = await link()
    await Reflect.apply(useMcpLogger().notify, undefined, [level, 'x'])
    expect(sent).toEqual([])
  })

  it('sends errors, maps, sets and bigints in a form that says something', async () => {
    const { received } = await link()
    const { notify } = useMcpLogger()
    await notify.error(new TypeError('broken'))
    await notify.info(new Map([['a', 1]]))
    await notify.info(new Set([1]))
    await notify.info(5n)
    await delivered()
    expect(received).toEqual([
      { level: 'error', data: { name: 'TypeError', message: 'broken' } },
      { level: 'info', data: [['a', 1]] },
      { level: 'info', data: [1] },
      { level: 'info', data: '5' },
    ])
  })

  // R41, R47
  const circular: Record<string, unknown> = {}
  circular.self = circular
  it.each([['circular', circular], ['undefined', undefined], ['a function', () => {}], ['a nested bigint', { n: 1n }]])('never rejects and sends nothing for %s', async (_label, data) => {
    const linked = await link()
    await useMcpLogger().notify.info(data)
    const evlog = addEvlog(linked)
    expect(await useMcpLogger('orders').notify.info(data)).toBeUndefined()
    expect(linked.sent).toEqual([])
    expect(evlog.warn.mock.calls).toEqual([['mcp logger notify failed', { mcp: { logger: 'orders', level: 'info' }, error: expect.any(String) }]])
  })

  it('never rejects when the stream is gone', async () => {
    const linked = await link()
    const evlog = addEvlog(linked)
    const { notify, progress } = useMcpLogger()
    await linked.server.close()
    expect(await notify.info('x')).toBeUndefined()
    expect(await progress(1)).toBeUndefined()
    expect(evlog.warn.mock.calls).toEqual([['mcp logger notify failed', { mcp: { logger: undefined, level: 'info' }, error: 'Not connected' }]])
  })
})

describe('progress', () => {
  it('is sent on the stream of the request when the client asked for it', async () => {
    const { sent, received } = await link({ progressToken: 'token' })
    const { progress } = useMcpLogger()
    await progress(1)
    await progress(2, 10, 'Second of ten')
    await delivered()
    expect(received).toEqual([{ progressToken: 'token', progress: 1 }, { progressToken: 'token', progress: 2, total: 10, message: 'Second of ten' }])
    expect(sent[0]?.options).toMatchObject({ relatedRequestId: 7 })
  })

  it('takes 0 as a token', async () => {
    const { sent } = await link({ progressToken: 0 })
    await useMcpLogger().progress(1)
    expect(sent).toHaveLength(1)
  })

  it('is nothing otherwise', async () => {
    const { sent } = await link()
    await useMcpLogger().progress(1, 2, 'x')
    expect(sent).toEqual([])
  })

  it('belongs to the request that was being handled', async () => {
    const { exchange, sent } = await link({ progressToken: 'first' })
    const { progress } = useMcpLogger()
    exchange.extra = exchange.extra && { ...exchange.extra, _meta: { progressToken: 'second' } }
    await progress(1)
    expect(sent[0]?.message).toMatchObject({ params: { progressToken: 'first' } })
  })
})

describe('the server channel', () => {
  // server-side-requests R48
  it('writes to evlog', async () => {
    const evlog = addEvlog(await link())
    const log = useMcpLogger()
    log.set({ order: { id: 1 } })
    log.event('charged', { amount: 5 })
    log.event('shipped')
    log.setUser({ id: 'u', role: 'admin' })
    log.setSession({ id: 's' })
    expect(evlog.set.mock.calls).toEqual([[{ order: { id: 1 } }], [{ user: { id: 'u', role: 'admin' } }], [{ session: { id: 's' } }]])
    expect(evlog.info.mock.calls).toEqual([['charged', { amount: 5 }], ['shipped', undefined]])
    expect(log.evlog).toBe(evlog)
  })

  it('is looked up once', async () => {
    const linked = await link()
    const log = useMcpLogger()
    addEvlog(linked)
    expect(() => log.set({})).toThrow(McpObservabilityNotEnabledError)
    expect(() => useMcpLogger().set({})).not.toThrow()
  })

  // R49
  it('throws without evlog, and leaves the client channel alone', async () => {
    const { sent } = await link()
    const log = useMcpLogger()
    for (const use of [() => log.set({}), () => log.event('x'), () => log.setUser({}), () => log.setSession({}), () => log.evlog]) {
      expect(use).toThrow(McpObservabilityNotEnabledError)
      expect(use).toThrow(/`evlog`.*`evlog\/nuxt`/)
      expect(use).toThrow(expect.objectContaining({ name: 'McpObservabilityNotEnabledError' }))
    }
    await log.notify.info('x')
    expect(sent).toHaveLength(1)
  })

  // R57
  it('throws with `mcp.logging: false`', async () => {
    const linked = await link()
    addEvlog(linked)
    tagRequest(linked.event, false)
    expect(() => useMcpLogger().set({})).toThrow(McpObservabilityNotEnabledError)
  })
})
