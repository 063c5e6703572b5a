import { describe, expect, it } from 'vitest'
import { statusOfResponse, toModernError } from '../../../../../src/runtime/server/protocol/handler-error'
import { requiredUrls } from '../../../../../src/runtime/server/protocol/required-urls'

// protocol-2026-07-28.md, Errors.
it.each([[-32002, -32602], [-32042, -32603], [-32602, -32602], [-32000, -32000], [7, 7]])('%i is sent as %i', (code, sent) => {
  expect(toModernError({ code, message: 'm' })).toEqual({ code: sent, message: 'm' })
  expect(toModernError({ code, message: 'm', data: null })).toEqual({ code: sent, message: 'm', data: null })
})

it.each([
  [-32021, 'tools/call', 400],
  [-32601, 'unknown/method', 404],
  [-32601, 'constructor', 404],
  // What a handler ends with is an answer.
  [-32601, 'tools/call', 200],
  [-32602, 'tools/call', 200],
  [-32020, 'tools/call', 200],
  [-32603, 'tools/call', 200],
])('%i of %s has the status %i', (code, method, status) => {
  expect(statusOfResponse({ jsonrpc: '2.0', id: 1, error: { code, message: '' } }, method)).toBe(status)
  expect(statusOfResponse({ jsonrpc: '2.0', id: 1, result: {} }, method)).toBe(200)
})

describe('requiredUrls', () => {
  const page = { mode: 'url', message: 'm', url: 'https://a.test', elicitationId: 'x' }

  it('are questions', () => {
    expect(requiredUrls({ code: -32042, message: '', data: { elicitations: [page, page] } })).toEqual([1, 2].map(() => ({ method: 'elicitation/create', params: { mode: 'url', message: 'm', url: 'https://a.test' } })))
  })

  it.each([
    [-32602, { elicitations: [page] }],
    [-32042, undefined],
    [-32042, { elicitations: [] }],
    [-32042, { elicitations: [{ ...page, url: 5 }] }],
  ])('are none in %i with %j', (code, data) => {
    expect(requiredUrls({ code, message: '', data })).toEqual([])
  })
})
