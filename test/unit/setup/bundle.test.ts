import { describe, expect, it } from 'vitest'
import { createCompactPlugin, createValidatorPlugin } from '../../../src/setup/bundle'

describe('createValidatorPlugin', () => {
  const plugin = createValidatorPlugin('/module/validator')
  const resolve = (source: string, importer: string | undefined) => plugin.resolveId.call({ resolve: async path => ({ id: `${path}.js` }) }, source, importer)

  it('exchanges the default of the SDK\'s server', async () => {
    expect(await resolve('../validation/ajv-provider.js', '/app/node_modules/@modelcontextprotocol/sdk/dist/esm/server/index.js')).toEqual({ id: '/module/validator.js' })
    expect(await resolve('../validation/ajv-provider.js', 'C:\\app\\node_modules\\@modelcontextprotocol\\sdk\\dist\\esm\\server\\index.js')).toEqual({ id: '/module/validator.js' })
  })

  it.each([
    ['@modelcontextprotocol/sdk/validation/ajv-provider.js', '/app/server/api/check.ts'],
    ['../validation/ajv-provider.js', '/app/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js'],
    ['../validation/types.js', '/app/node_modules/@modelcontextprotocol/sdk/dist/esm/server/index.js'],
    ['../validation/ajv-provider.js', undefined],
  ])('leaves %s in %s alone', (source, importer) => {
    expect(resolve(source, importer)).toBeUndefined()
  })
})

describe('createCompactPlugin', () => {
  const plugin = createCompactPlugin('/module/runtime')
  const code = '/** Says hello. */\nexport const hello = greet("hello")\n\n// and bye\nfunction greet(text) {\n  return text\n}\n'

  it.each(['/app/node_modules/zod/v4/core/api.js', '/app/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js', '/module/runtime/server/index.js', 'C:\\app\\node_modules\\ms\\index.cjs'])('takes comments and white space out of %s', async (id) => {
    const compact = await plugin.transform(code, id)
    expect(compact?.code).toBe('export const hello=greet("hello");function greet(text){return text}\n')
    expect(JSON.parse(compact?.map ?? '')).toMatchObject({ version: 3, sources: [id] })
  })

  it.each(['/app/server/mcp/tools/zod.js', '/app/node_modules/zod-validation-error/index.js', '/app/node_modules/lodash/index.js', '/module/runtime/server/index.ts', '/app/node_modules/zod/package.json'])('leaves %s alone', async (id) => {
    expect(await plugin.transform(code, id)).toBeUndefined()
  })
})
