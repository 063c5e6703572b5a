import { describe, expect, it } from 'vitest'
import { analyseModule } from '../../../../src/setup/scan/exports'
import { UNKNOWN } from '../../../../src/setup/scan/static-value'

function defaultOf(code: string) {
  return analyseModule('/file.ts', code).exports.find(entry => entry.exportName === 'default')
}

describe('default exports', () => {
  it.each([
    'export default defineMcpTool({ name: \'x\', handler() {} })',
    'export default { name: \'x\', handler() {} }',
    'const tool = defineMcpTool({ \'name\': `x`, handler: run })\nexport default tool',
    'const options = { name: \'x\', handler }\nexport default defineMcpTool(options)',
    'const NAME = \'x\' as const\nexport default defineMcpTool({ name: NAME, handler } satisfies Tool) as Tool',
    'const tool = defineMcpTool({ name: \'x\', handler() {} })\nexport { tool as default }',
    'import { defineMcpTool as t } from \'@nuxtjs/mcp-toolkit/server\'\nexport default (t({ name: \'x\', handler() {} }))!',
    'export default defineMcpTool({ ...base, name: \'x\', handler() {} })',
  ])('are read: %s', (code) => {
    expect(defaultOf(code)).toMatchObject({ sure: true, fields: { name: 'x', hasHandler: true } })
  })

  it.each([
    'export default makeTool({ name: \'x\' })',
    'export { default } from \'./other\'',
    'import tool from \'./other\'\nexport default tool',
    'export default await load()',
    'const defineMcpTool = options => options\nexport default defineMcpTool({})',
  ])('are accepted when nothing is known: %s', (code) => {
    expect(defaultOf(code)).toEqual({ exportName: 'default', sure: false })
  })

  it.each([
    ['null', 'null'], ['undefined', 'undefined'], ['\'x\'', 'a string'], ['3', 'a number'], ['true', 'a boolean'],
    ['() => 1', 'a function'], ['function () {}', 'a function'], ['class {}', 'a class'], ['[]', 'an array'],
  ])('%s is no definition', (code, invalid) => {
    expect(defaultOf(`export default ${code}`)).toMatchObject({ invalid })
  })

  it('keep what cannot be known apart from what is not there', () => {
    expect(defaultOf('export default defineMcpTool({ name: \'x\', ...rest })')?.fields).toMatchObject({ name: UNKNOWN, hasHandler: UNKNOWN })
    expect(defaultOf('export default defineMcpTool({ [key]: 1 })')?.fields).toMatchObject({ name: UNKNOWN })
    expect(defaultOf('export default defineMcpTool({ name: `a${b}` })')?.fields).toMatchObject({ name: UNKNOWN, uri: undefined, hasHandler: false })
    expect(defaultOf('let name = \'x\'\nname = \'y\'\nexport default defineMcpTool({ name })')?.fields).toMatchObject({ name: UNKNOWN })
    expect(defaultOf('export default defineMcpTool(options)')).toEqual({ exportName: 'default', sure: true, definer: 'tool' })
  })
})

describe('named exports', () => {
  // spec README point 10
  it('count when a define function makes them, or may', () => {
    const { exports, hasDefault } = analyseModule('/file.ts', `
      import { z } from 'zod'
      import { wrap, other } from './wrap'
      export const sure = defineMcpTool({ handler() {} })
      export const maybe = wrap({})
      export const auto = defineTeamTool({})
      export { other, helper }
      export { far } from './far'
      export const Schema = z.object({ a: z.string() }).strict()
      export const Extended = Schema.extend({})
      export const frozen = Object.freeze({})
      export const limit = 3
      export const plain = { handler() {} }
      export const fn = () => 1
      export function helper() {}
      export class Box {}
      export type { T } from './types'
      export interface I {}
      export * as ns from './ns'
      export let late = defineMcpPrompt({})
    `)
    expect(hasDefault).toBe(false)
    expect(exports.map(({ exportName, sure }) => [exportName, sure])).toEqual([
      ['sure', true], ['maybe', false], ['auto', false], ['other', false], ['far', false], ['late', true],
    ])
  })
})

describe('resource files', () => {
  it('are found in any defineMcpResource call', () => {
    const { resourceFiles } = analyseModule('/file.ts', `
      const FILE = 'docs/c.md'
      export const list = [defineMcpResource({ file: 'docs/a.md' }), defineMcpResource({ file: 'docs/b.md' })]
      export default defineMcpHandler({ resources: () => [defineMcpResource({ file: FILE }), defineMcpResource({ file: dynamic })] })
    `)
    expect(resourceFiles).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
  })
})

it('leaves syntax errors to Nitro', () => {
  expect(analyseModule('/file.ts', 'export default {')).toEqual({ hasDefault: true, exports: [{ exportName: 'default', sure: false }], resourceFiles: [] })
})
