import { describe, expect, it, vi } from 'vitest'
import { parseJsonBody } from '../../../../../src/runtime/server/http/json-body'
import { requestLoggerOf, tagMessages, tagRequest, tagUser } from '../../../../../src/runtime/server/observability/evlog'
import { createTestEvent } from '../composables/linked-client'

function linkLogger(path?: string, headers?: Record<string, string>) {
  const event = createTestEvent(path, headers)
  const logger = { set: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), getContext: vi.fn() }
  event.context.log = logger
  return { event, logger }
}

// server-side-requests R48
describe('requestLoggerOf', () => {
  it('takes what can be written to', () => {
    const { event, logger } = linkLogger()
    expect(requestLoggerOf(event)).toBe(logger)
  })

  it.each([[undefined], [null], [console.log], ['log'], [{ set: vi.fn() }], [{ info: vi.fn() }], [{ set: 1, info: 1 }]])('ignores %s', (log) => {
    const event = createTestEvent()
    event.context.log = log
    expect(requestLoggerOf(event)).toBeUndefined()
  })
})

// server-side-requests R51
describe('tagRequest', () => {
  it('tags transport, route and session', () => {
    const { event, logger } = linkLogger('/mcp/admin?x=1', { 'mcp-session-id': 'abc' })
    tagRequest(event, true)
    expect(logger.set.mock.calls).toEqual([[{ mcp: { transport: 'streamable-http', route: '/mcp/admin', session_id: 'abc' } }]])
  })

  it('leaves a missing session out', () => {
    const { event, logger } = linkLogger()
    tagRequest(event, true)
    expect(logger.set.mock.calls).toEqual([[{ mcp: { transport: 'streamable-http', route: '/mcp' } }]])
  })
})

// server-side-requests R51, R52
describe('tagMessages', () => {
  it('tags what the body asks for', () => {
    const { event, logger } = linkLogger()
    tagMessages(event, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add' } })
    tagMessages(event, [{ id: 1, method: 'ping' }, { id: 2, method: 'ping' }])
    expect(logger.set.mock.calls).toEqual([
      [{ mcp: { method: 'tools/call', request_id: 1, tool: 'add' } }],
      [{ mcp: { methods: ['ping', 'ping'], request_ids: [1, 2] } }],
    ])
  })

  it.each(['', '{', '5', 'null', '[]', '{"jsonrpc":"2.0","id":1,"result":{}}'])('tags nothing for %j', (body) => {
    const { event, logger } = linkLogger()
    tagMessages(event, parseJsonBody(body))
    expect(logger.set).not.toHaveBeenCalled()
  })
})

// server-side-requests R53
describe('tagUser', () => {
  it.each([
    [{ userId: 'u1', user: { id: 'u2', email: 'a@b.c', name: 'Ann' } }, { user: { id: 'u1', email: 'a@b.c', name: 'Ann' } }],
    [{ user: { id: 5 } }, { user: { id: '5' } }],
    [{ userId: { odd: true }, user: { id: 'u2' } }, { user: { id: 'u2' } }],
    [{ user: { email: null, name: ['x'], role: 'admin' } }, undefined],
    [{ user: 'Ann' }, undefined],
    [{ session: { id: 's1' }, sessionId: 's2' }, { session: { id: 's1' } }],
    [{ sessionId: 2 }, { session: { id: '2' } }],
    [{ session: 's1' }, undefined],
    [{ userId: 'u1', sessionId: 's2' }, { user: { id: 'u1' }, session: { id: 's2' } }],
    [{}, undefined],
  ])('%j', (context, tags) => {
    const { event, logger } = linkLogger()
    Object.assign(event.context, context)
    tagUser(event)
    expect(logger.set.mock.calls).toEqual(tags ? [[tags]] : [])
  })
})

// server-side-requests R57
describe('mcp.logging: false', () => {
  it('keeps everything out of the log', () => {
    const { event, logger } = linkLogger()
    event.context.userId = 'u1'
    tagRequest(event, false)
    tagMessages(event, { id: 1, method: 'ping' })
    tagUser(event)
    expect(logger.set).not.toHaveBeenCalled()
    expect(requestLoggerOf(event)).toBeUndefined()
  })
})

it('does nothing without a logger', () => {
  const event = createTestEvent()
  tagRequest(event, true)
  tagMessages(event, { id: 1, method: 'ping' })
  tagUser(event)
  expect(event.context).toEqual({})
})
