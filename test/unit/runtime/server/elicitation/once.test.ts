import { describe, expect, it } from 'vitest'
import { claimKey, toJsonValue } from '../../../../../src/runtime/server/elicitation/once'
import type { McpExchange } from '../../../../../src/runtime/server/session/exchange'

// protocol-2026-07-28.md: named questions, and work that is not repeated.
describe('claimKey', () => {
  const run = () => ({ extra: {}, server: {} }) as McpExchange

  it('takes a name once per request', () => {
    const [one, other] = [run(), run()]
    claimKey(one, 'a')
    claimKey(one, 'b')
    claimKey(other, 'a')
    expect(() => claimKey(one, 'a')).toThrow('`a` is used twice')
  })

  // Names are keys of JSON objects on their way to the client and back.
  it.each([5, null, {}, Symbol('a')])('takes no %s', (key) => {
    expect(() => claimKey(run(), key as never)).toThrow(TypeError)
  })

  it('does without', () => {
    const one = run()
    claimKey(one, undefined)
    claimKey(one, undefined)
  })
})

describe('toJsonValue', () => {
  it.each([
    [{ at: new Date(0), nothing: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
    [[1, undefined], [1, null]],
    [Number.NaN, null],
    [null, null],
    [undefined, undefined],
  ])('of %j is %j', (value, expected) => {
    expect(toJsonValue(value, 'k')).toEqual(expected)
  })

  it.each([1n, () => {}, Symbol('a')])('of %s is an error that names the work', (value) => {
    expect(() => toJsonValue(value, 'k')).toThrow(/`once\('k'\)` has no JSON form/)
  })

  it('of a cycle too', () => {
    const value: Record<string, unknown> = {}
    value.again = value
    expect(() => toJsonValue(value, 'k')).toThrow(TypeError)
  })
})
