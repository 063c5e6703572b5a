import { createError } from 'h3'
import { describe, expect, it, vi } from 'vitest'
import { toRpcError, toToolErrorResult } from '../../../../../src/runtime/server/results/errors'
import { toToolResult } from '../../../../../src/runtime/server/results/tool-result'
import { RpcError } from '../../../../../src/runtime/shared/json-rpc'

vi.mock('../../../../../src/runtime/server/observability/log', () => ({ log: { error: () => {} }, reportOnce: () => {} }))

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })

describe('toToolResult (definitions §4.4)', () => {
  it.each([
    ['a string', 'x', text('x')],
    ['an empty string', '', text('')],
    ['a number', 5, text('5')],
    ['NaN', Number.NaN, text('NaN')],
    ['a boolean', false, text('false')],
    ['an object', { a: 1 }, text('{\n  "a": 1\n}')],
    ['an empty object', {}, text('{}')],
    ['an empty array', [], text('[]')],
    ['a date', new Date(0), text('"1970-01-01T00:00:00.000Z"')],
    ['content that is no array', { content: 'str' }, text('{\n  "content": "str"\n}')],
    ['null (R34)', null, text('null')],
    ['undefined (R34)', undefined, { content: [] }],
    ['a bigint (R35)', 12n, text('12')],
    ['a map (R35)', new Map([['a', 1]]), text('[\n  [\n    "a",\n    1\n  ]\n]')],
    ['a set (R35)', new Set([1]), text('[\n  1\n]')],
    ['empty content', { content: [] }, { content: [] }],
    ['content with extra keys', { content: [{ type: 'text', text: 'x' }], _meta: { a: 1 }, extra: 2 }, { content: [{ type: 'text', text: 'x' }], _meta: { a: 1 }, extra: 2 }],
    ['structured content alone', { structuredContent: { a: 1 } }, { ...text('{"a":1}'), structuredContent: { a: 1 } }],
    ['an error without content', { isError: true }, { ...text('Tool execution failed'), isError: true }],
    ['an error with structured content', { isError: true, structuredContent: { a: 1 } }, { ...text('{"a":1}'), isError: true, structuredContent: { a: 1 } }],
    ['business data with a content array (R36)', { content: [{ title: 'p' }] }, text(JSON.stringify({ content: [{ title: 'p' }] }, null, 2))],
    ['business data with an isError field (R36)', { isError: false, data: 1 }, text(JSON.stringify({ isError: false, data: 1 }, null, 2))],
    ['structured content that is no object (R36)', { structuredContent: null }, text('{\n  "structuredContent": null\n}')],
  ])('%s', (_label, value, expected) => {
    expect(toToolResult(value, 't', false)).toEqual(expected)
  })

  it('takes a plain object as structured content when there is an output schema (R29)', () => {
    expect(toToolResult({ v: 1 }, 't', true)).toEqual({ ...text('{\n  "v": 1\n}'), structuredContent: { v: 1 } })
  })

  const circular: Record<string, unknown> = {}
  circular.self = circular

  it.each([
    ['a function', () => {}, /^Tool `t` returned a value that cannot be sent: a function/],
    ['a symbol', Symbol('x'), /^Tool `t` .*a symbol/],
    ['a circular object', circular, /^Tool `t` .*circular/i],
    ['a bigint inside', { n: 1n }, /^Tool `t` .*BigInt/i],
    ['text content without text', { content: [{ type: 'text' }] }, /^Tool `t` .*`text` content item has no valid `text`/],
    ['an image without data', { content: [{ type: 'image', mimeType: 'image/png' }] }, /`image` content item has no valid `data`/],
    ['unknown content beside isError', { isError: true, content: [{ type: 'video' }] }, /an item of `content` has no known `type`/],
  ])('names the tool when it returned %s (R35)', (_label, value, expected) => {
    const result = toToolResult(value, 't', false)
    expect(result.isError).toBe(true)
    expect(result.content[0]).toMatchObject({ type: 'text', text: expect.stringMatching(expected) })
  })
})

describe('toToolErrorResult (definitions §4.5)', () => {
  it.each([
    ['an h3 error', createError({ statusCode: 404, message: 'gone' }), '[404] gone'],
    ['an h3 error with statusMessage only', createError({ statusCode: 404, statusMessage: 'SM' }), '[404] SM'],
    ['an h3 error with both', createError({ statusCode: 404, statusMessage: 'SM', message: 'M' }), '[404] M'],
    ['an h3 error from text', createError('plain'), '[500] plain'],
    ['an h3 error without text', createError({ statusCode: 401 }), '[401] '],
    ['data', createError({ statusCode: 409, message: 'm', data: { a: 1 } }), '[409] m\n{\n  "a": 1\n}'],
    ['text data', createError({ statusCode: 409, message: 'm', data: 'd' }), '[409] m\n"d"'],
    ['an Error with a statusCode', Object.assign(new Error('x'), { statusCode: 404 }), 'x'],
    ['a number', 5, '5'],
    ['null', null, 'null'],
    ['an object', {}, '[object Object]'],
    ['an object without a prototype', Object.create(null), 'Tool execution failed'],
  ])('%s', (_label, thrown, expected) => {
    expect(toToolErrorResult(thrown, 't')).toEqual({ ...text(expected), isError: true })
  })

  it('surfaces why data cannot be shown (R37)', () => {
    const data: Record<string, unknown> = {}
    data.self = data
    const [item] = toToolErrorResult(createError({ statusCode: 400, message: 'm', data }), 't').content
    expect(item).toMatchObject({ text: expect.stringMatching(/circular/i) })
  })

  it('lets the demand to open a URL through (R38)', () => {
    const error = Object.assign(new Error('open'), { name: 'McpError', code: -32042, data: { elicitations: [] } })
    expect(() => toToolErrorResult(error, 't')).toThrow(error)
  })
})

describe('toRpcError (definitions R73, R74)', () => {
  it.each([
    ['an h3 error', createError({ statusCode: 404, message: 'nf', data: { a: 1 } }), { code: -32603, message: '[404] nf', data: { a: 1 } }],
    ['an Error', new Error('x'), { code: -32603, message: 'x' }],
    ['an Error with a code of its own', Object.assign(new Error('x'), { code: 42 }), { code: -32603, message: 'x' }],
    ['an SDK error', Object.assign(new Error('MCP error -32602: x'), { name: 'McpError', code: -32602 }), { code: -32602, message: 'MCP error -32602: x' }],
    ['a string', 'x', { code: -32603, message: 'Internal error' }],
    ['null', null, { code: -32603, message: 'Internal error' }],
    ['undefined', undefined, { code: -32603, message: 'Internal error' }],
  ])('%s', (_label, thrown, expected) => {
    const error = toRpcError(thrown, 'Resource `r`')
    expect(error).toBeInstanceOf(RpcError)
    expect({ code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) }).toEqual(expected)
  })
})
