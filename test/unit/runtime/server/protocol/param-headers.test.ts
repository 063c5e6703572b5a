import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { findParamMismatch, paramHeadersOf } from '../../../../../src/runtime/server/protocol/param-headers'

// protocol-2026-07-28.md, Requests: `Mcp-Param-*` where the input schema marks a property with `x-mcp-header`.
const toolOf = (properties: Record<string, object>): Tool => ({ name: 'a', inputSchema: { type: 'object', properties } })

describe('paramHeadersOf', () => {
  it('finds marks at any depth, once per tool', () => {
    const tool = toolOf({
      region: { 'type': 'string', 'x-mcp-header': 'Region' },
      inner: { type: 'object', properties: { count: { 'type': 'integer', 'x-mcp-header': 'X-Count' } } },
      plain: { type: 'string' },
    })
    const found = paramHeadersOf(tool)
    expect(found).toEqual([
      { header: 'mcp-param-region', path: ['region'], numeric: false },
      { header: 'mcp-param-x-count', path: ['inner', 'count'], numeric: true },
    ])
    expect(paramHeadersOf(tool)).toBe(found)
  })

  it('takes the first of two equal names', () => {
    const found = paramHeadersOf(toolOf({ a: { 'type': 'string', 'x-mcp-header': 'Same' }, b: { 'type': 'string', 'x-mcp-header': 'SAME' } }))
    expect(found.map(({ path }) => path)).toEqual([['a']])
  })

  it('ends with schemas that do not', () => {
    const properties: Record<string, object> = {}
    properties.again = { type: 'object', properties }
    expect(paramHeadersOf(toolOf(properties))).toEqual([])
  })
})

describe('findParamMismatch', () => {
  const text = [{ header: 'mcp-param-a', path: ['a'], numeric: false }]
  const number = [{ header: 'mcp-param-a', path: ['a'], numeric: true }]

  it.each([
    [text, { a: 'x' }, 'x'],
    [text, { a: '' }, ''],
    [text, { a: true }, 'true'],
    [text, { a: 5 }, '5'],
    [text, {}, 'x'],
    [text, { a: null }, 'x'],
    [text, undefined, 'x'],
    [text, 'a', 'x'],
    [text, { a: {} }, undefined],
    [number, { a: 2 ** 53 }, undefined],
    [number, { a: 42 }, '42.0'],
    [number, { a: -1 }, '-1'],
  ])('%j and %j agree with %j', (params, args, value) => {
    expect(findParamMismatch(params, args, value === undefined ? {} : { 'mcp-param-a': value })).toBeUndefined()
  })

  it.each([
    [text, { a: 'x' }, undefined, 'is missing'],
    [text, { a: 'x' }, 'X', 'is not the same'],
    [text, { a: '1' }, '1.0', 'is not the same'],
    [text, { a: 'x' }, '=?base64?x?=', 'is not valid Base64'],
    [number, { a: 42 }, '0x2a', 'is not the same'],
    [number, { a: 42 }, '', 'is not the same'],
    [number, { a: false }, '0', 'is not the same'],
  ])('%j and %j disagree with %j', (params, args, value, problem) => {
    expect(findParamMismatch(params, args, value === undefined ? {} : { 'mcp-param-a': value })).toContain(problem)
  })
})
