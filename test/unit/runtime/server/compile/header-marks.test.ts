import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { findHeaderMarks } from '../../../../../src/runtime/server/compile/header-marks'
import { compileTool } from '../../../../../src/runtime/server/compile/tool'
import { log } from '../../../../../src/runtime/server/observability/log'

vi.mock('nitropack/runtime', () => ({ cachedFunction: vi.fn() }))

// protocol-2026-07-28.md, Requests: `x-mcp-header`. Official clients drop a tool whose marks break a rule.
const find = (properties: Record<string, object>) => findHeaderMarks({ type: 'object', properties })
const mark = { 'type': 'string', 'x-mcp-header': 'A' }

describe('findHeaderMarks', () => {
  it.each([
    [{ 'type': 'number', 'x-mcp-header': 'One' }, 'no string, integer or boolean'],
    [{ 'type': 'object', 'x-mcp-header': 'Two' }, 'no string, integer or boolean'],
    [{ 'x-mcp-header': 'Three' }, 'no string, integer or boolean'],
    [{ 'anyOf': [{ type: 'string' }, { type: 'null' }], 'x-mcp-header': 'Four' }, 'no string, integer or boolean'],
    [{ 'type': 'string', 'x-mcp-header': '' }, 'header name'],
    [{ 'type': 'string', 'x-mcp-header': 'has space' }, 'header name'],
    [{ 'type': 'string', 'x-mcp-header': 'a\r\nb' }, 'header name'],
    [{ 'type': 'string', 'x-mcp-header': 'grün' }, 'header name'],
    [{ 'type': 'string', 'x-mcp-header': 5 }, 'header name'],
  ])('leaves out %j, and says why', (property, problem) => {
    expect(find({ field: property })).toEqual({ marks: [], problems: [expect.stringMatching(new RegExp(`^\`x-mcp-header\` of \`field\` .*${problem}`))] })
  })

  it.each([
    ['items', { items: mark }],
    ['additionalProperties', { additionalProperties: mark }],
    ['anyOf', { anyOf: [{ type: 'null' }, mark] }],
    ['properties of oneOf', { oneOf: [{ type: 'object', properties: { inner: mark } }] }],
    ['$defs', { $defs: { named: mark } }],
    ['patternProperties', { patternProperties: { '^a': mark } }],
  ])('leaves out what is behind %s', (_, schema) => {
    const { marks, problems } = find({ field: schema })
    expect([marks, problems]).toEqual([[], [expect.stringContaining('only `properties` may lead to it')]])
  })

  it('leaves out a second one of the same name', () => {
    expect(find({ a: mark, b: { 'type': 'string', 'x-mcp-header': 'a' } })).toEqual({
      marks: [{ name: 'a', path: ['a'], type: 'string' }],
      problems: ['`x-mcp-header` of `b` is the name of another argument\'s header, that of `a`: capitals make no difference'],
    })
  })

  it('takes an argument that is called like the mark, and data that looks like one, for what they are', () => {
    expect(find({ 'x-mcp-header': { type: 'string' }, 'other': { type: 'object', default: mark, enum: [mark] } })).toEqual({ marks: [], problems: [] })
  })
})

it('a tool is reported when it is listed, whoever lists it', () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  const tool = compileTool({ name: 'ships', inputSchema: { weight: z.number().meta({ 'x-mcp-header': 'Weight' }) }, handler: () => 'shipped' })
  expect(warn.mock.calls).toEqual([])
  expect(tool.entry()).toBe(tool.entry())
  expect(warn.mock.calls).toEqual([['Tool `ships`: `x-mcp-header` of `weight` is on a value that is no string, integer or boolean. Clients of MCP 2026-07-28 leave such a tool out.']])
  warn.mockRestore()
})
