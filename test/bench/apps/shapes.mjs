/**
 * The fields that a tool takes. Generated apps contain this function as text, the other servers call it.
 *
 * @param {typeof import('zod').z} z
 */
export const inputShape = z => ({
  text: z.string().min(1).describe('Text that is given back'),
  count: z.number().int().default(1).describe('How often'),
  kind: z.enum(['a', 'b', 'c']).optional(),
  flag: z.boolean().default(false),
  list: z.array(z.string()).default([]),
  note: z.string().max(200).optional(),
})

/**
 * The fields that every second tool returns.
 *
 * @param {typeof import('zod').z} z
 */
export const outputShape = z => ({ text: z.string(), count: z.number(), tags: z.array(z.string()) })
