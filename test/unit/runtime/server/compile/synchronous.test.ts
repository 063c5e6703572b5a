import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isSynchronous } from '../../../../../src/runtime/server/compile/synchronous'

describe('isSynchronous', () => {
  const category = z.object({
    name: z.string(),
    get children() {
      return z.array(category)
    },
  })

  it.each<[string, z.ZodType]>([
    ['fields with checks', z.object({ a: z.string().min(1).trim().regex(/x/), b: z.int().multipleOf(2), c: z.email().optional(), d: z.enum(['x']) })],
    ['containers', z.object({ a: z.array(z.tuple([z.string()], z.number())), b: z.record(z.string(), z.union([z.null(), z.literal(1)])), c: z.looseObject({}) })],
    ['wrappers', z.object({ a: z.string().default('x'), b: z.string().nullable().readonly(), c: z.string().prefault('y') })],
    ['what refers to itself', category],
    ['unions told apart by a field', z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })])],
  ])('%s', (_, schema) => {
    expect(isSynchronous(schema)).toBe(true)
    // It would throw if it had to wait.
    expect(() => schema.safeParse({})).not.toThrow()
  })

  it.each<[string, z.ZodType]>([
    ['a refinement', z.object({ a: z.string().refine(async () => true) })],
    ['a refinement of the whole', z.object({}).refine(() => Promise.resolve(true))],
    ['a deep one', z.object({ a: z.array(z.object({ b: z.string().optional().refine(async () => true) })) })],
    ['a transform', z.object({ a: z.string().transform(async value => value) })],
    ['a preprocessor', z.object({ a: z.preprocess(value => value, z.string()) })],
    ['a catch', z.object({ a: z.string().catch('x') })],
    ['a promise', z.object({ a: z.promise(z.string()) })],
    ['lazy schemas', z.object({ a: z.lazy(() => z.string().refine(async () => true)) })],
    ['a rest of fields', z.object({}).catchall(z.string().refine(async () => true))],
    ['one option', z.object({ a: z.union([z.string(), z.number().refine(async () => true)]) })],
  ])('not %s', (_, schema) => {
    expect(isSynchronous(schema)).toBe(false)
  })
})
