import { describe, expect, it } from 'vitest'
import { readModernMessage } from '../../../../../src/runtime/server/protocol/request'
import { META } from '../../../../../src/runtime/server/protocol/revision'

// protocol-2026-07-28.md, Requests. What HTTP answers is in test/e2e/protocol.test.ts.
const meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} }
const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'a' }
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a', _meta: meta } }

function outcome(body: unknown, given: Record<string, string> = headers) {
  const message = readModernMessage(body, given)
  if (message.kind !== 'refused') return message.kind
  const { id, error } = JSON.parse(String(message.answer.body))
  return { status: message.answer.status, id, code: error.code, message: error.message }
}

it('reads what the request says about its client', () => {
  const params = { name: 'a', _meta: { ...meta, [META.clientCapabilities]: { elicitation: {}, unknown: 1 }, [META.clientInfo]: { name: 'c', version: '1' }, [META.logLevel]: 'error', progressToken: 5 } }
  expect(readModernMessage({ ...call, params }, headers)).toMatchObject({
    kind: 'request',
    request: { id: 1, method: 'tools/call', params: { name: 'a' } },
    meta: { protocolVersion: '2026-07-28', capabilities: { elicitation: { form: {} } }, clientInfo: { name: 'c', version: '1' }, logLevel: 'error', progressToken: 5 },
  })
})

describe('order of refusals', () => {
  it('what is wrong with the metadata comes first, and names the key', () => {
    expect(outcome({ ...call, params: { _meta: { [META.protocolVersion]: '2026-07-28' } } }, {})).toMatchObject({ status: 400, id: 1, code: -32602, message: expect.stringContaining(META.clientCapabilities) })
  })

  it('then headers that say something else, then the version, then headers that are missing, then the method', () => {
    const later = { ...call, params: { _meta: { ...meta, [META.protocolVersion]: '2099-01-01' } } }
    expect(outcome(later, headers)).toMatchObject({ code: -32020 })
    expect(outcome(later, {})).toMatchObject({ code: -32022 })
    expect(outcome({ ...call, method: 'ping' }, {})).toMatchObject({ status: 400, code: -32020 })
    expect(outcome({ ...call, method: 'ping' }, { ...headers, 'mcp-method': 'ping' })).toMatchObject({ status: 404, code: -32601 })
  })
})

it.each([
  [{ ...call, jsonrpc: '1.0' }, 1],
  [{ ...call, id: null }, null],
  [{ ...call, id: 1.5 }, null],
  [{ ...call, id: { a: 1 } }, null],
])('refuses what is no message: %j', (body, id) => {
  expect(outcome(body)).toMatchObject({ status: 400, id, code: -32600 })
})

it('answers a request without a usable name for what it lacks', () => {
  expect(outcome({ ...call, params: { _meta: meta } })).toBe('request')
  expect(outcome({ ...call, params: { name: 5, _meta: meta } })).toBe('request')
})

describe('notifications', () => {
  const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }

  it('need nothing', () => {
    expect(outcome(notification, {})).toBe('notification')
  })

  it('agree with their headers', () => {
    const claimed = (version: unknown) => ({ ...notification, params: { _meta: { [META.protocolVersion]: version } } })
    expect(outcome(claimed('2026-07-28'), { 'mcp-protocol-version': '2025-11-25' })).toMatchObject({ status: 400, id: null, code: -32020 })
    expect(outcome(notification, { 'mcp-method': 'ping' })).toMatchObject({ status: 400, code: -32020 })
    expect(outcome(claimed(5), {})).toMatchObject({ status: 400, code: -32602 })
  })
})
