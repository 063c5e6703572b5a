import { expect, it } from 'vitest'
import { decodeHeaderValue } from '../../../../../src/runtime/server/protocol/header-value'

// protocol-2026-07-28.md, Requests: values possibly as `=?base64?…?=`.
it.each([
  ['name', 'name'],
  ['  name\t', 'name'],
  ['', ''],
  ['=?base64?WsO8cmljaA==?=', 'Zürich'],
  [' =?base64?SGVsbG8=?= ', 'Hello'],
  ['=?base64??=', ''],
  ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
  ['SGVsbG8=', 'SGVsbG8='],
  ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
  ['=?base64?SGVsbG8?=', undefined],
  ['=?base64?SGVs!!!bG8=?=', undefined],
  ['=?base64?/w==?=', undefined],
])('%j is %j', (value, text) => {
  expect(decodeHeaderValue(value)).toBe(text)
})
