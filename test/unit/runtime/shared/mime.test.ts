import { describe, expect, it } from 'vitest'
import { isTextMimeType, toMimeType } from '../../../../src/runtime/shared/mime'

describe('MIME types', () => {
  // definitions R63, R65
  it.each([
    ['a.md', 'text/markdown'], ['a.ts', 'text/typescript'], ['a.MTS', 'text/typescript'], ['a.cjs', 'text/javascript'],
    ['a.json', 'application/json'], ['a.xml', 'text/xml'], ['a.csv', 'text/csv'], ['a.yml', 'text/yaml'],
    ['a.png', 'image/png'], ['a.svg', 'image/svg+xml'], ['a.pdf', 'application/pdf'],
    ['Makefile', undefined], ['.env', undefined], ['a.unknownext', undefined], ['a.constructor', undefined], ['b.md/noext', undefined],
  ])('%s', (path, type) => {
    // `.env` has no extension of its own that a registry knows.
    expect(toMimeType(path)).toBe(type)
  })

  it('tells text from binary', () => {
    for (const type of ['text/plain', 'text/html; charset=utf-8', 'application/json', 'application/ld+json', 'image/svg+xml', 'text/javascript']) {
      expect(isTextMimeType(type), type).toBe(true)
    }
    for (const type of ['image/png', 'application/pdf', 'application/octet-stream']) expect(isTextMimeType(type), type).toBe(false)
  })
})
