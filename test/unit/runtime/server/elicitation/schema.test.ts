import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import type { McpSchema } from '../../../../../src/runtime/server/define/schema'
import { McpElicitationError } from '../../../../../src/runtime/server/elicitation/errors'
import { createForm } from '../../../../../src/runtime/server/elicitation/schema'

function requested(schema: McpSchema) {
  return createForm(schema).requestedSchema
}

function fieldOf(field: z.ZodType) {
  return requested({ field }).properties.field
}

function refusalOf(schema: McpSchema): McpElicitationError {
  try {
    createForm(schema)
  }
  catch (error) {
    if (error instanceof McpElicitationError) return error
    throw error
  }
  throw new Error('Was accepted')
}

// server-side-requests R25
describe('the requested schema', () => {
  it('is an object of its fields, in order', () => {
    const schema = requested({ b: z.string(), a: z.number().optional() })
    expect(schema).toEqual({ type: 'object', properties: { b: { type: 'string' }, a: { type: 'number' } }, required: ['b'] })
    expect(Object.keys(schema.properties)).toEqual(['b', 'a'])
  })

  it('has no `required` when everything may be left out, and may be empty', () => {
    expect(requested({ a: z.string().optional() })).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
    expect(requested({})).toEqual({ type: 'object', properties: {} })
  })

  it('of the sample in the documentation', () => {
    expect(requested({
      channel: z.enum(['stable', 'beta', 'canary']).describe('Release channel'),
      notify: z.boolean().default(true).describe('Notify subscribers'),
    })).toEqual({
      type: 'object',
      properties: {
        channel: { type: 'string', enum: ['stable', 'beta', 'canary'], description: 'Release channel' },
        notify: { type: 'boolean', default: true, description: 'Notify subscribers' },
      },
      required: ['channel'],
    })
  })

  it('takes object schemas too', () => {
    expect(requested(z.object({ a: z.string().default('x') }))).toEqual({ type: 'object', properties: { a: { type: 'string', default: 'x' } } })
    expect(requested(z.object({ a: z.string() }).meta({ id: 'Whole' }))).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
  })
})

// server-side-requests R32, R33, R35
describe('fields', () => {
  it.each([
    ['string', z.string(), { type: 'string' }],
    ['length', z.string().min(1).max(5), { type: 'string', minLength: 1, maxLength: 5 }],
    ['regex', z.string().regex(/x/), { type: 'string' }],
    ['template literal', z.templateLiteral(['a-', z.number()]), { type: 'string' }],
    ['email', z.email(), { type: 'string', format: 'email' }],
    ['email of a string', z.string().email(), { type: 'string', format: 'email' }],
    ['url', z.url(), { type: 'string', format: 'uri' }],
    ['date', z.iso.date(), { type: 'string', format: 'date' }],
    ['datetime', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    ['uuid', z.uuid(), { type: 'string' }],
    ['ipv4', z.ipv4(), { type: 'string' }],
    ['base64', z.base64(), { type: 'string' }],
    ['time', z.iso.time(), { type: 'string' }],
    ['number', z.number().min(1).max(5), { type: 'number', minimum: 1, maximum: 5 }],
    ['exclusive bounds', z.number().gt(1).lt(5).multipleOf(2), { type: 'number' }],
    ['integer', z.int().min(1).max(5), { type: 'integer', minimum: 1, maximum: 5 }],
    ['safe integer', z.number().int(), { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }],
    ['boolean', z.boolean(), { type: 'boolean' }],
    ['enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['object enum', z.enum({ A: 'a', B: 'b' }), { type: 'string', enum: ['a', 'b'] }],
    ['literals', z.literal(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['one literal', z.literal('a'), { type: 'string', enum: ['a'] }],
    ['number literal', z.literal(3), { type: 'number' }],
    ['true', z.literal(true), { type: 'boolean' }],
    ['multiple choice', z.array(z.enum(['a', 'b'])).min(1).max(2), { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2 }],
    ['refinement', z.string().trim().refine(Boolean), { type: 'string' }],
    ['brand', z.string().brand('x'), { type: 'string' }],
    ['readonly', z.string().readonly(), { type: 'string' }],
    ['lazy', z.lazy(() => z.string()), { type: 'string' }],
    ['pipe', z.string().pipe(z.coerce.number()), { type: 'string' }],
    ['transform', z.string().transform(Number), { type: 'string' }],
    ['stringbool', z.stringbool(), { type: 'string' }],
    ['preprocess', z.preprocess(String, z.string()), { type: 'string' }],
    ['coerced number', z.coerce.number(), { type: 'number' }],
    ['texts', z.string().describe('D').meta({ title: 'T', examples: ['x'], deprecated: true }), { type: 'string', title: 'T', description: 'D' }],
  ])('%s', (_label, schema, field) => {
    expect(fieldOf(schema)).toEqual(field)
  })

  // R34
  it.each([
    ['default', z.string().default('x'), { type: 'string', default: 'x' }],
    ['default function', z.string().default(() => 'x'), { type: 'string', default: 'x' }],
    ['default of a multiple choice', z.array(z.enum(['a', 'b'])).default(['a']), { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] }],
    ['default, optional', z.enum(['a', 'b']).default('a').optional(), { type: 'string', enum: ['a', 'b'], default: 'a' }],
    ['prefault', z.string().prefault('x'), { type: 'string', default: 'x' }],
    ['catch', z.number().catch(5), { type: 'number', default: 5 }],
    ['catch inside', z.string().catch('x').transform(Number), { type: 'string', default: 'x' }],
    ['default of another type than what is entered', z.stringbool().default(true), { type: 'string' }],
    ['default behind a transform', z.string().transform(Number).default(5), { type: 'string' }],
  ])('%s: has a default of the input side and is not required', (_label, schema, field) => {
    expect(requested({ field: schema })).toEqual({ type: 'object', properties: { field } })
  })

  it('that lost their optionality are required', () => {
    expect(requested({ field: z.string().optional().nonoptional() }).required).toEqual(['field'])
  })

  // R36
  it('with an id are put in place', () => {
    const size = z.enum(['S', 'L']).meta({ id: 'Size', title: 'Size' })
    expect(requested({ a: size, b: size.default('S').describe('Which?'), c: z.array(size), d: z.union([z.literal('x').meta({ id: 'X', title: 'Ex' })]) })).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['S', 'L'], title: 'Size' },
        b: { type: 'string', enum: ['S', 'L'], title: 'Size', description: 'Which?', default: 'S' },
        c: { type: 'array', items: { type: 'string', enum: ['S', 'L'] } },
        d: { type: 'string', oneOf: [{ const: 'x', title: 'Ex' }] },
      },
      required: ['a', 'c', 'd'],
    })
  })
})

// server-side-requests R37
describe('choices with titles', () => {
  const colour = z.union([z.literal('r').meta({ title: 'Red' }), z.literal('g').describe('Green'), z.literal('b')])
  const choices = [{ const: 'r', title: 'Red' }, { const: 'g', title: 'Green' }, { const: 'b', title: 'b' }]

  it('are a `oneOf`', () => {
    expect(fieldOf(colour.describe('Colour'))).toEqual({ type: 'string', oneOf: choices, description: 'Colour' })
    expect(fieldOf(colour.default('g'))).toEqual({ type: 'string', oneOf: choices, default: 'g' })
  })

  it('are an `anyOf` in a multiple choice', () => {
    expect(fieldOf(z.array(colour).min(1))).toEqual({ type: 'array', items: { anyOf: choices }, minItems: 1 })
    expect(fieldOf(z.array(colour).default(['r']))).toEqual({ type: 'array', items: { anyOf: choices }, default: ['r'] })
  })

  it('keep the older `enumNames`', () => {
    expect(fieldOf(z.enum(['r', 'g']).meta({ enumNames: ['Red', 'Green'] }))).toEqual({ type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] })
  })
})

// server-side-requests R32
describe('refused', () => {
  it.each([
    ['object', z.object({ a: z.string() })],
    ['record', z.record(z.string(), z.string())],
    ['map', z.map(z.string(), z.string())],
    ['set', z.set(z.string())],
    ['union', z.union([z.string(), z.number()])],
    ['union of literals without titles', z.union([z.literal('a'), z.literal('b')])],
    ['union of a titled literal and a string', z.union([z.literal('a').meta({ title: 'A' }), z.string()])],
    ['discriminated union', z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })])],
    ['intersection', z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }))],
    ['nullable', z.string().nullable()],
    ['nullish', z.string().nullish()],
    ['null', z.null()],
    ['undefined', z.undefined()],
    ['void', z.void()],
    ['never', z.never()],
    ['any', z.any()],
    ['unknown', z.unknown()],
    ['date', z.date()],
    ['bigint', z.bigint()],
    ['nan', z.nan()],
    ['symbol', z.symbol()],
    ['custom', z.custom(() => true)],
    ['bare transform', z.transform(String)],
    ['null literal', z.literal(null)],
    ['number enum', z.enum({ A: 0, B: 1 })],
    ['number literals', z.literal([1, 2])],
    ['file', z.file()],
    ['recursive', z.lazy((): z.ZodType => z.object({ get again() { return z.string() } }))],
  ])('%s', (_label, schema) => {
    const error = refusalOf({ fine: z.string(), odd: schema })
    expect(error.code).toBe('invalid-schema')
    expect(error.message).toMatch(/^Field "odd" uses a type/)
  })

  const tree: z.ZodType = z.array(z.lazy(() => tree))
  it.each([
    ['of strings', z.array(z.string())],
    ['of numbers', z.array(z.number())],
    ['of one literal', z.array(z.literal('a'))],
    ['of untitled literals', z.array(z.union([z.literal('a'), z.literal('b')]))],
    ['tuple', z.tuple([z.string()])],
    ['of itself', tree],
  ])('array %s', (_label, schema) => {
    expect(refusalOf({ odd: schema }).message).toMatch(/^Field "odd" uses an array type/)
  })

  it('the first offending field is named', () => {
    expect(refusalOf({ a: z.string(), b: z.date(), c: z.null() }).message).toContain('"b"')
  })

  it('what is no shape', () => {
    for (const schema of [z.string(), z.record(z.string(), z.string()), { a: z.string(), b: z3.string() }, JSON.parse('{"a":1}')]) {
      expect(refusalOf(schema).code).toBe('invalid-schema')
    }
  })
})

// spec README 1
describe('zod 3', () => {
  const colour = (zod: typeof z3) => zod.union([zod.literal('r').describe('Red'), zod.literal('g').describe('Green')])

  it('shapes read the same', () => {
    const schema = requested({
      name: z3.string().min(1).email().describe('Name'),
      age: z3.number().min(1),
      size: z3.enum(['S', 'L']).default('S'),
      gift: z3.boolean().optional(),
      tags: z3.array(z3.enum(['a', 'b'])).max(2),
      colour: colour(z3).default('g'),
      colours: z3.array(colour(z3)),
      kept: z3.string().catch('x'),
      number: z3.string().transform(Number),
      branded: z3.string().brand('x').readonly(),
      lazy: z3.lazy(() => z3.string()),
      piped: z3.string().pipe(z3.coerce.number()),
      coerced: z3.coerce.string(),
    })
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, format: 'email', description: 'Name' },
        age: { type: 'number', minimum: 1 },
        size: { type: 'string', enum: ['S', 'L'], default: 'S' },
        gift: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 },
        colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g', title: 'Green' }], default: 'g' },
        colours: { type: 'array', items: { anyOf: [{ const: 'r', title: 'Red' }, { const: 'g', title: 'Green' }] } },
        kept: { type: 'string' },
        number: { type: 'string' },
        branded: { type: 'string' },
        lazy: { type: 'string' },
        piped: { type: 'string' },
        coerced: { type: 'string' },
      },
      required: ['name', 'age', 'tags', 'colours', 'number', 'branded', 'lazy', 'piped', 'coerced'],
    })
  })

  it.each([
    ['object', z3.object({})],
    ['date', z3.date()],
    ['nullable', z3.string().nullable()],
    ['union', z3.union([z3.string(), z3.number()])],
    ['untitled literals', z3.union([z3.literal('a'), z3.literal('b')])],
    ['untitled literals with a default', z3.union([z3.literal('a'), z3.literal('b')]).default('a')],
    ['number enum', z3.nativeEnum({ A: 0, B: 1 })],
    ['any', z3.any()],
    ['never', z3.never()],
  ])('refuses %s', (_label, schema) => {
    expect(refusalOf({ odd: schema }).message).toMatch(/^Field "odd" uses a type/)
  })

  it.each([
    ['strings', z3.array(z3.string())],
    ['untitled literals', z3.array(z3.union([z3.literal('a'), z3.literal('b')]))],
  ])('refuses arrays of %s', (_label, schema) => {
    expect(refusalOf({ odd: schema }).message).toMatch(/^Field "odd" uses an array type/)
  })
})
