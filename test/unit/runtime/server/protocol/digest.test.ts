import { expect, it } from 'vitest'
import { digestOf } from '../../../../../src/runtime/server/protocol/digest'

it('is the same for the same JSON, whatever the order of its keys', () => {
  expect(digestOf({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(digestOf({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }))
})

it('differs for everything else', () => {
  const values = [{}, [], null, '', 0, { a: 1 }, { a: '1' }, [1, 2], [2, 1], { a: { b: 1 } }, { 'a': 1, 'b": 2, "c': 3 }, { a: 1, b: 2, c: 3 }, JSON.parse('{"__proto__":1}')]
  expect(new Set(values.map(digestOf)).size).toBe(values.length)
})
