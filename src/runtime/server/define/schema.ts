import type * as z3 from 'zod/v3'
import type * as z4 from 'zod/v4/core'

/** A schema made with Zod 4, or with Zod 3 (`zod` 3.25 or `zod/v3`). */
export type ZodSchema = z4.$ZodType | z3.ZodTypeAny

/** An object of named schemas, as `inputSchema: { id: z.string() }` passes it. */
export type ZodRawShape = Readonly<Record<string, ZodSchema>>

/** What `inputSchema` and `outputSchema` accept: a raw shape or an object schema. */
export type McpSchema = ZodRawShape | ZodSchema

/** The parsed type of a schema or raw shape: defaults filled, transforms applied. */
export type SchemaOutput<S>
  = S extends z4.$ZodType ? z4.output<S>
    : S extends z3.ZodTypeAny ? z3.output<S>
      : S extends Record<string, z4.$ZodType> ? z4.output<z4.$ZodObject<{ -readonly [K in keyof S]: S[K] }, z4.$strip>>
        : S extends z3.ZodRawShape ? z3.output<z3.ZodObject<S>>
          : Record<string, unknown>

/** The type that a schema or raw shape accepts: fields with a default are optional. */
export type SchemaInput<S>
  = S extends z4.$ZodType ? z4.input<S>
    : S extends z3.ZodTypeAny ? z3.input<S>
      : S extends Record<string, z4.$ZodType> ? z4.input<z4.$ZodObject<{ -readonly [K in keyof S]: S[K] }, z4.$strip>>
        : S extends z3.ZodRawShape ? z3.input<z3.ZodObject<S>>
          : Record<string, unknown>
