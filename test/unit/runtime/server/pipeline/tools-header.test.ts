import { describe, expect, it } from 'vitest'
import { readToolsHeader, unknownToolsMessage } from '../../../../../src/runtime/server/pipeline/tools-header'

describe('readToolsHeader (handlers §7)', () => {
  it.each([
    [undefined, undefined],
    ['', []],
    [' , ,', []],
    ['a', ['a']],
    ['b, a , b', ['b', 'a']],
    [['a', 'b'], ['a', 'b']],
  ])('%j', (header, names) => {
    const set = readToolsHeader(header)
    expect(set && [...set]).toEqual(names)
  })

  it('words the refusal (R36)', () => {
    expect(unknownToolsMessage(['nope'])).toBe('Unknown MCP tool: nope')
    expect(unknownToolsMessage(['nope', 'zip'])).toBe('Unknown MCP tools: nope, zip')
  })
})
