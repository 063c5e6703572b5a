import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { connectClient } from '../helpers/mcp-client'
import { useServer } from '../helpers/server'

const server = useServer('basic')
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

async function listed(name: string) {
  const tool = (await server.tools()).find(entry => entry.name === name)
  if (!tool) throw new Error(`${name} is not listed`)
  return tool
}

describe('the listed JSON Schemas', () => {
  // README 1
  it('are draft 2020-12, valid, with an object at the root', async () => {
    for (const { name, inputSchema, outputSchema } of await server.tools()) {
      for (const schema of [inputSchema, outputSchema].filter(schema => schema !== undefined)) {
        expect(schema.type, name).toBe('object')
        const text = JSON.stringify(schema)
        expect(text, name).not.toContain('draft-07')
        expect(text, name).not.toContain('"definitions"')
        expect(() => new Ajv2020({ strict: false, formats: {}, validateFormats: false }).compile(schema), name).not.toThrow()
      }
    }
  })

  // definitions §4.1
  it('is an open object without `inputSchema`', async () => {
    expect((await listed('args-none')).inputSchema).toEqual({ type: 'object', properties: {} })
    expect((await listed('args-none'))).not.toHaveProperty('outputSchema')
  })

  // definitions §4.1, README 1
  it('is an object without properties for an empty shape', async () => {
    expect((await listed('args-empty')).inputSchema).toEqual({ $schema: DIALECT, type: 'object', properties: {} })
  })

  // definitions §4.1, README 1: the input side
  it('describes what a client sends: defaults and optional fields are not required, transforms are their input', async () => {
    const { inputSchema } = await listed('schema-modern')
    expect(inputSchema).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 2, description: 'Some text' },
        level: { type: 'string', enum: ['low', 'high'] },
        count: expect.objectContaining({ type: 'integer', default: 3 }),
        maybe: { type: 'boolean' },
        parsed: { type: 'string' },
        pair: expect.objectContaining({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }),
        nested: { type: 'object', properties: { ids: { type: 'array', items: { type: 'string' } } }, required: ['ids'] },
        record: expect.objectContaining({ type: 'object', additionalProperties: { type: 'number' } }),
      },
      required: ['text', 'level', 'parsed'],
    })
  })

  // definitions R27, README 1: the output side
  it('describes what a handler returns', async () => {
    expect((await listed('schema-modern')).outputSchema).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { total: { type: 'number' }, label: { type: 'string' }, defaulted: { type: 'string', default: 'x' } },
      required: ['total', 'defaulted'],
      additionalProperties: false,
    })
  })

  // README 1
  it('are the same for Zod 3', async () => {
    const modern = await listed('schema-modern')
    const legacy = await listed('schema-legacy')
    const { count, pair, record, ...properties } = legacy.inputSchema.properties as Record<string, object>
    const { count: _, pair: __, record: ___, ...expected } = modern.inputSchema.properties as Record<string, object>
    expect({ ...legacy.inputSchema, properties }).toEqual({ ...modern.inputSchema, properties: expected })
    // Zod 4 also writes the safe-integer bounds and the key schema of a record; both mean the same.
    expect(count).toMatchObject({ type: 'integer', default: 3 })
    expect(pair).toMatchObject({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] })
    expect(record).toMatchObject({ type: 'object', additionalProperties: { type: 'number' } })
  })

  // README 1, definitions R27: what parsing fills in is always there
  it('have the same output side for Zod 3', async () => {
    expect((await listed('schema-legacy')).outputSchema).toEqual((await listed('schema-modern')).outputSchema)
  })

  // README 2
  it('are the same for a shape and a `z.object()`', async () => {
    expect((await listed('args-object')).inputSchema).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { required: { type: 'string' }, defaulted: { type: 'number', default: 7 } },
      required: ['required'],
    })
    expect((await listed('args-strict')).inputSchema).toMatchObject({ additionalProperties: false })
    expect((await listed('schema-whole')).outputSchema).toMatchObject({ type: 'object', required: ['text'] })
  })

  // README 1
  it('list the variants of a discriminated union at the root', async () => {
    const { inputSchema } = await listed('schema-variants')
    expect(inputSchema.type).toBe('object')
    const { oneOf, anyOf } = inputSchema as { oneOf?: unknown[], anyOf?: unknown[] }
    expect(oneOf ?? anyOf).toEqual([
      expect.objectContaining({ properties: { kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] }),
      expect.objectContaining({ properties: { kind: { type: 'string', const: 'square' }, side: { type: 'number' } }, required: ['kind', 'side'] }),
    ])
    const union = (await listed('schema-union')).inputSchema as { type: string, anyOf?: unknown[] }
    expect(union.type).toBe('object')
    expect(union.anyOf).toHaveLength(2)
  })

  // README 1
  it('have an open schema for what JSON Schema cannot say', async () => {
    const { inputSchema, outputSchema } = await listed('schema-dates')
    expect(inputSchema).toMatchObject({ properties: { since: {}, exact: {}, big: {}, title: { type: 'string' } } })
    expect(Object.keys(inputSchema.properties?.since ?? {})).toEqual([])
    expect(inputSchema.required).toContain('title')
    expect(outputSchema?.properties).toEqual({ at: {}, title: { type: 'string' } })
  })

  // README 1
  it('use `$defs` for recursion', async () => {
    const { inputSchema } = await listed('schema-recursive')
    const validate = new Ajv2020({ strict: false }).compile(inputSchema)
    expect(validate({ root: { name: 'a', children: [{ name: 'b' }] } })).toBe(true)
    expect(validate({ root: { name: 'a', children: [{ name: 1 }] } })).toBe(false)
  })
})

describe('calls through these schemas', () => {
  // README 1
  it('parse Zod 3 shapes', async () => {
    expect(await server.call('schema-legacy', { text: 'ab', level: 'low', parsed: '4' })).toMatchObject({ structuredContent: { total: 7, defaulted: 'x' } })
    expect(await server.callText('schema-legacy-object', { text: 'ab' })).toBe('AB')
    expect((await server.call('schema-legacy', { text: 'a', level: 'low', parsed: '4' })).isError).toBe(true)
  })

  // README 1
  it('parse unions', async () => {
    expect(await server.callText('schema-variants', { kind: 'circle', radius: 2 })).toBe('circle 2')
    expect(await server.callText('schema-variants', { kind: 'square', side: 3 })).toBe('square 3')
    expect((await server.call('schema-variants', { kind: 'circle', side: 3 })).isError).toBe(true)
    expect((await server.call('schema-variants', { kind: 'triangle' })).isError).toBe(true)
    expect(JSON.parse(await server.callText('schema-union', { name: 'ann' }))).toEqual({ name: 'ann' })
  })

  // README 1
  it('parse and return dates', async () => {
    expect(await server.call('schema-dates', { since: '1970-01-01', title: 't' })).toMatchObject({
      structuredContent: { at: '1970-01-01T00:00:00.000Z', title: 't' },
    })
  })

  it('pass the validation of the official client, which compiles every output schema', async () => {
    const client = await connectClient(server.url)
    await client.listTools()
    expect(await client.callTool({ name: 'schema-modern', arguments: { text: 'ab', level: 'low', parsed: '4' } })).toMatchObject({ structuredContent: { total: 4, defaulted: 'x' } })
    expect(await client.callTool({ name: 'schema-legacy', arguments: { text: 'ab', level: 'low', parsed: '4' } })).toMatchObject({ structuredContent: { total: 7 } })
    expect(await client.callTool({ name: 'schema-dates', arguments: { since: '1970-01-01', title: 't' } })).toMatchObject({ structuredContent: { title: 't' } })
  })
})
