import { describe, expect, it } from 'vitest'
import { eraOf } from '../../../../../src/runtime/server/protocol/era'
import { META } from '../../../../../src/runtime/server/protocol/revision'

// protocol-2026-07-28.md, Which era a request belongs to.
const HEADER = { 'mcp-protocol-version': '2026-07-28' }
const claim = { _meta: { [META.protocolVersion]: '2026-07-28' } }
const request = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
const response = { jsonrpc: '2.0', id: 1, result: {} }

function decide(body: unknown, headers = {}, protocol: 'dual' | 'legacy' | 'modern' = 'dual') {
  const era = eraOf(body, headers, protocol)
  return era.kind === 'refused' ? [era.answer.status, era.answer.body === undefined ? undefined : JSON.parse(String(era.answer.body)).error.code] : era.kind
}

describe('dual', () => {
  it.each([
    ['a claim', request('tools/list', claim), {}, 'modern'],
    ['a claim of another revision, which has to be refused as modern', request('tools/list', { _meta: { [META.protocolVersion]: '2025-11-25' } }), {}, 'modern'],
    ['a claim of the wrong type', request('tools/list', { _meta: { [META.protocolVersion]: 5 } }), {}, 'modern'],
    ['a claim of `initialize`', request('initialize', claim), HEADER, 'modern'],
    ['a notification with a claim', { ...notification, params: claim }, {}, 'modern'],
    ['a notification with the header', notification, HEADER, 'modern'],
    ['a request with the header only', request('tools/list'), HEADER, [400, -32602]],
    ['a request with the header and white space', request('tools/list'), { 'mcp-protocol-version': ' 2026-07-28 ' }, [400, -32602]],
    ['other keys of the revision only', request('tools/list', { _meta: { [META.clientCapabilities]: {} } }), HEADER, [400, -32602]],
    ['`initialize` with the header', request('initialize'), HEADER, [400, -32020]],
    ['a batch with a claim', [request('ping'), request('ping', claim)], {}, [400, -32600]],
    ['a batch with the header', [request('ping')], HEADER, [400, -32600]],
    ['a response with the header', response, HEADER, 'legacy'],
    ['a request', request('tools/list'), {}, 'legacy'],
    ['other keys of the revision without the header', request('tools/list', { _meta: { [META.clientCapabilities]: {} } }), {}, 'legacy'],
    ['a notification', notification, {}, 'legacy'],
    ['a batch', [request('ping')], {}, 'legacy'],
    ['no JSON', undefined, HEADER, 'legacy'],
    ['null', null, HEADER, 'legacy'],
    ['params that are an array', request('tools/list', [claim]), {}, 'legacy'],
  ])('%s', (_, body, headers, expected) => {
    expect(decide(body, headers)).toEqual(expected)
  })

  it('names the missing key, and keeps the id', () => {
    const era = eraOf({ ...request('tools/list'), id: 'a' }, HEADER, 'dual')
    expect(era.kind === 'refused' && JSON.parse(String(era.answer.body))).toMatchObject({ id: 'a', error: { message: expect.stringContaining(META.protocolVersion) } })
  })
})

it('legacy: everything is', () => {
  expect([request('tools/list', claim), request('tools/list'), [request('tools/list', claim)]].map(body => decide(body, HEADER, 'legacy'))).toEqual(['legacy', 'legacy', 'legacy'])
})

it.each([
  [request('initialize', { protocolVersion: '2025-06-18' }), {}, [400, -32022]],
  [request('tools/list'), {}, [400, -32022]],
  [notification, {}, [202, undefined]],
  [response, {}, [400, -32600]],
  [[request('ping')], {}, [400, -32600]],
  [request('tools/list', claim), {}, 'modern'],
])('modern: %j', (body, headers, expected) => {
  expect(decide(body, headers, 'modern')).toEqual(expected)
})
