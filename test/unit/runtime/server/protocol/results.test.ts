import type { Result } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { rememberSerialized, serializedOf } from '../../../../../src/runtime/server/results/serialized'
import { type Stamp, stampQuestions, stampResult } from '../../../../../src/runtime/server/protocol/results'
import { SERVER_INFO } from '../../../../../src/runtime/server/protocol/revision'
import { serializeMessage } from '../../../../../src/runtime/server/transport/serialize'

// protocol-2026-07-28.md, Results.
const serverInfo = { name: 's', version: '1' }
const stamp = (method: string, hint?: Stamp['hint']): Stamp => ({ method, serverInfo, hint })
const hint = { ttlMs: 5, cacheScope: 'public' } as const
const meta = { [SERVER_INFO]: serverInfo }

/** The result as it is on the wire. */
function wire(result: Result): unknown {
  return JSON.parse(new TextDecoder().decode(serializeMessage({ jsonrpc: '2.0', id: 1, result }))).result
}

describe('stampResult', () => {
  it.each([
    ['known', (result: Result) => rememberSerialized(result, JSON.stringify(result))],
    ['not known', (result: Result) => result],
  ])('adds what every result has, when its JSON is %s', (_, prepare) => {
    const given = { content: [{ type: 'text', text: 'a' }] }
    const stamped = stampResult(Object.freeze(prepare(given)), stamp('tools/call'))
    const expected = { resultType: 'complete', content: given.content, _meta: meta }
    expect([stamped, wire(stamped)]).toEqual([expected, expected])
  })

  it('keeps the metadata of a handler, and takes what is the protocol\'s', () => {
    const given = { content: [], resultType: 'input_required', inputRequests: {}, requestState: 'x', _meta: { own: 1, [SERVER_INFO]: 'another' } }
    Object.freeze(rememberSerialized(given, JSON.stringify(given)))
    expect(wire(stampResult(given, stamp('tools/call')))).toEqual({ resultType: 'complete', content: [], _meta: { own: 1, ...meta } })
    expect(wire(stampResult({ content: [], _meta: 'none' as never }, stamp('tools/call')))).toEqual({ resultType: 'complete', content: [], _meta: meta })
  })

  it('takes an empty result', () => {
    expect(wire(stampResult(rememberSerialized({}, '{}'), stamp('completion/complete')))).toEqual({ resultType: 'complete', _meta: meta })
  })

  it.each([
    [{}, { ttlMs: 5, cacheScope: 'public' }],
    [{ ttlMs: 0, cacheScope: 'private' }, { ttlMs: 0, cacheScope: 'private' }],
    [{ ttlMs: -1, cacheScope: 'all' }, { ttlMs: 5, cacheScope: 'public' }],
    [{ ttlMs: 1.5, cacheScope: 1 }, { ttlMs: 5, cacheScope: 'public' }],
  ])('says how long a result with %j stays good', (own, expected) => {
    expect(wire(stampResult({ contents: [], ...own }, stamp('resources/read', hint)))).toEqual({ resultType: 'complete', contents: [], ...expected, _meta: meta })
  })
})

describe('lists', () => {
  const tools = [{ name: 'a', execution: { taskSupport: 'forbidden' }, inputSchema: { type: 'object' } }, { name: 'ü', inputSchema: { type: 'object' } }]

  it('of tools have no `execution`, and are written once for everyone who sees the same', () => {
    const list = { tools: tools.map(tool => Object.freeze(tool)) }
    Object.freeze(rememberSerialized(list, JSON.stringify(list)))
    const first = stampResult(list, stamp('tools/list', hint))
    expect(wire(first)).toEqual({ resultType: 'complete', ...hint, _meta: meta, tools: [{ name: 'a', inputSchema: { type: 'object' } }, { name: 'ü', inputSchema: { type: 'object' } }] })
    expect(stampResult(list, stamp('tools/list', hint))).toBe(first)
    expect(serializedOf(first)).toBeInstanceOf(Uint8Array)
  })

  it('are never those of another caller, server or hint', () => {
    const all = rememberSerialized({ tools }, JSON.stringify({ tools }))
    const some = rememberSerialized({ tools: tools.slice(0, 1) }, JSON.stringify({ tools: tools.slice(0, 1) }))
    expect(wire(stampResult(all, stamp('tools/list', hint)))).toMatchObject({ tools: [{ name: 'a' }, { name: 'ü' }], cacheScope: 'public' })
    expect(wire(stampResult(some, stamp('tools/list', hint)))).toMatchObject({ tools: [{ name: 'a' }] })
    expect(wire(stampResult(all, stamp('tools/list', { ttlMs: 0, cacheScope: 'private' })))).toMatchObject({ cacheScope: 'private', ttlMs: 0 })
    expect(wire(stampResult(all, { ...stamp('tools/list', hint), serverInfo: { name: 'other', version: '2' } }))).toMatchObject({ _meta: { [SERVER_INFO]: { name: 'other' } } })
  })

  it('may be an application\'s own, with entries of any kind', () => {
    expect(wire(stampResult({ tools: [5, { name: 'a', execution: {} }] }, stamp('tools/list', hint)))).toMatchObject({ tools: [5, { name: 'a', execution: {} }] })
    expect(wire(stampResult({ tools, nextCursor: 'x' }, stamp('tools/list', hint)))).toMatchObject({ nextCursor: 'x' })
  })
})

it('stampQuestions', () => {
  expect(stampQuestions({ inputRequests: {}, requestState: 's' }, stamp('tools/call'))).toEqual({ resultType: 'input_required', inputRequests: {}, requestState: 's', _meta: meta })
})
