import { describe, expect, it } from 'vitest'
import { toSeconds } from '../../../../../src/runtime/server/cache/duration'

describe('toSeconds', () => {
  it.each([
    // definitions R45: numbers are milliseconds; R43: rounded up
    [2000, 2], [1, 1], [0, 0], [1500, 2],
    ['500ms', 1], ['1s', 1], ['5m', 300], ['1h', 3600], ['1 hour', 3600], ['2 DAYS', 172_800], [' 1w ', 604_800],
    // definitions R44: the grammar of `ms`
    ['1.5h', 5400], ['90', 1], ['1y', 31_557_600], ['2hrs', 7200], ['10mins', 600], ['3secs', 3],
  ])('%s is %d seconds', (value, seconds) => {
    expect(toSeconds(value)).toBe(seconds)
  })

  it.each(['5 parsecs', '', 'soon', '-1h', Number.NaN, Number.POSITIVE_INFINITY, -5, 'constructor', 'x'.repeat(200)])('refuses %s', (value) => {
    expect(() => toSeconds(value)).toThrow(/is not a duration/)
  })
})
