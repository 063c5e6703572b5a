import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import { toJsonSchema } from '../../../../../src/runtime/server/compile/json-schema'
import { createParser } from '../../../../../src/runtime/server/compile/parser'
import type { McpSchema } from '../../../../../src/runtime/server/define/schema'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const list = (schema: McpSchema, io: 'input' | 'output' = 'input') => toJsonSchema(createParser(schema, 'inputSchema'), io)

describe('toJsonSchema (spec README 1)', () => {
  it('writes draft 2020-12 from the input side', () => {
    expect(list({ a: z.string(), b: z.number().default(1), c: z.string().optional(), d: z.string().transform(Number) }).schema).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number', default: 1 }, c: { type: 'string' }, d: { type: 'string' } },
      required: ['a', 'd'],
    })
  })

  it('closes the output side (definitions R27)', () => {
    expect(list({ a: z.string() }, 'output').schema).toMatchObject({ additionalProperties: false, required: ['a'] })
  })

  it('lists an empty shape', () => {
    expect(list({}).schema).toEqual({ $schema: DIALECT, type: 'object', properties: {} })
  })

  it('lists a root union as an object with its variants', () => {
    const { schema } = list(z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]))
    expect(schema.type).toBe('object')
    expect(schema.oneOf).toHaveLength(2)
  })

  it('opens the one field that has no form, and says which', () => {
    const { schema, open } = list({ when: z.date(), n: z.bigint(), ok: z.string() })
    expect(schema.properties).toEqual({ when: {}, n: {}, ok: { type: 'string' } })
    expect(open).toEqual(['when', 'n'])
  })

  it('writes a root with an id of its own in place', () => {
    expect(list(z.object({ a: z.string() }).meta({ id: 'RootWithId' })).schema).toMatchObject({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
  })

  it('refers to recursive parts with $defs, never definitions', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node)
      },
    })
    const json = JSON.stringify(list({ node }).schema)
    expect(json).toContain('$ref')
    expect(json).not.toContain('"definitions"')
  })

  it('writes a Zod 3 shape like the same Zod 4 shape', () => {
    const three = { a: z3.string().describe('A'), b: z3.number().positive(), c: z3.tuple([z3.string(), z3.number()]), d: z3.enum(['x', 'y']).optional(), e: z3.object({ f: z3.boolean() }).nullable(), when: z3.date(), items: z3.array(z3.string()).default([]) }
    const four = { a: z.string().describe('A'), b: z.number().positive(), c: z.tuple([z.string(), z.number()]), d: z.enum(['x', 'y']).optional(), e: z.object({ f: z.boolean() }).nullable(), when: z.date(), items: z.array(z.string()).default([]) }
    expect(list(three)).toEqual(list(four))
    expect(list(three, 'output')).toEqual(list(four, 'output'))
  })
})

describe('createParser', () => {
  it('parses shapes and object schemas of both versions', async () => {
    for (const schema of [{ a: z.string(), b: z.number().default(1) }, z.object({ a: z.string(), b: z.number().default(1) }), { a: z3.string(), b: z3.number().default(1) }]) {
      expect(await createParser(schema, 'inputSchema').parse({ a: 'x', unknown: 1 })).toEqual({ ok: true, value: { a: 'x', b: 1 } })
    }
  })

  it('words issues like the SDK (definitions R24)', async () => {
    const parser = createParser({ a: z.object({ list: z.array(z.number()) }), b: z.string() }, 'inputSchema')
    expect(await parser.parse({ a: { list: [1, 'x'] } })).toEqual({
      ok: false,
      message: 'Invalid input: expected number, received string at a.list[1]\nInvalid input: expected string, received undefined at b',
    })
  })

  it('awaits asynchronous refinements', async () => {
    const parser = createParser({ a: z.string().refine(async value => value === 'x') }, 'inputSchema')
    expect(await parser.parse({ a: 'x' })).toMatchObject({ ok: true })
    expect(await parser.parse({ a: 'y' })).toMatchObject({ ok: false })
  })

  it('is made once per shape', () => {
    const shape = { a: z.string() }
    expect(createParser(shape, 'inputSchema')).toBe(createParser(shape, 'inputSchema'))
  })

  it.each([
    ['two versions in one shape (definitions R23)', { a: z.string(), b: z3.string() }, /`inputSchema` mixes two versions of Zod: `a` is made with Zod 4, `b` with Zod 3/],
    ['something that is no schema', JSON.parse('{"a":{"type":"string"}}'), /`inputSchema.a` is not a Zod schema/],
    ['a schema that is no object', z.string(), /`inputSchema` is a `string` schema/],
    ['a Zod 3 schema that is no object', z3.array(z3.string()), /`inputSchema` is a `array` schema/],
    ['null', JSON.parse('null'), /`inputSchema` is not a Zod shape/],
  ])('refuses %s', (_label, schema, message) => {
    expect(() => createParser(schema, 'inputSchema')).toThrow(message)
  })
})
