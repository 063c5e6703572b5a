import * as z3 from 'zod/v3'
import * as z4 from 'zod/v4-mini'
import type { McpSchema, ZodRawShape, ZodSchema } from '../define/schema'
import { lazy } from '../../shared/lazy'
import { DefinitionError } from './definition-error'
import { isSynchronous } from './synchronous'

export type ParseOutcome = { ok: true, value: unknown } | { ok: false, message: string }

/** A schema ready to parse with: a raw shape has become an object schema, once. */
export type Parser
  = | { version: 4, schema: z4.core.$ZodType, parse: Parse }
    | { version: 3, schema: z3.ZodTypeAny, parse: Parse }

type Parse = (value: unknown) => ParseOutcome | Promise<ParseOutcome>

/** Zod types that can never describe a JSON object, so they cannot be the root of tool or prompt arguments. */
const NON_OBJECT_TYPES = new Set([
  'string', 'number', 'int', 'boolean', 'bigint', 'symbol', 'null', 'undefined', 'void', 'never', 'date', 'array', 'tuple',
  'map', 'set', 'enum', 'literal', 'file', 'function', 'promise', 'nan', 'template_literal',
])

const parsers = new WeakMap<object, Parser>()

/**
 * Makes the parser of a schema or raw shape; the same one for the same object.
 *
 * @param field names the definition's field in errors
 * @throws {DefinitionError} when it is no schema, no object, or mixes Zod 3 and Zod 4
 */
export function createParser(input: McpSchema, field: string): Parser {
  if (typeof input !== 'object' || input === null) {
    throw new DefinitionError(`\`${field}\` is not a Zod shape or schema but ${input === null ? 'null' : `of type ${typeof input}`}`)
  }
  const known = parsers.get(input)
  if (known) {
    return known
  }
  const parser = isSchema(input) ? schemaParser(input, field) : shapeParser(input, field)
  parsers.set(input, parser)
  return parser
}

function schemaParser(schema: ZodSchema, field: string): Parser {
  const type = isZod4(schema) ? schema._zod.def.type : zod3Type(schema)
  if (NON_OBJECT_TYPES.has(type)) {
    throw new DefinitionError(`\`${field}\` is a \`${type}\` schema; it has to describe an object`)
  }
  const shape = shapeOf(schema)
  if (shape) {
    assertOneVersion(shape, field)
  }
  return toParser(schema)
}

function shapeParser(shape: ZodRawShape, field: string): Parser {
  for (const [key, value] of Object.entries(shape)) {
    if (!isSchema(value)) {
      throw new DefinitionError(`\`${field}.${key}\` is not a Zod schema`)
    }
  }
  assertOneVersion(shape, field)
  return toParser(objectOf(shape))
}

function objectOf(shape: ZodRawShape): ZodSchema {
  return isZod3Shape(shape) ? z3.object(shape) : z4.object({ ...shape } as Record<string, z4.core.$ZodType>)
}

function isZod3Shape(shape: ZodRawShape): shape is z3.ZodRawShape {
  const schemas = Object.values(shape)
  return schemas.length > 0 && schemas.every(schema => !isZod4(schema))
}

function toParser(schema: ZodSchema): Parser {
  if (isZod4(schema)) {
    const isSync = lazy(() => isSynchronous(schema))
    // Zod compiles schemas that it need not wait for.
    const parse: Parse = value => isSync() ? toOutcome(z4.safeParse(schema, value)) : z4.safeParseAsync(schema, value).then(toOutcome)
    return { version: 4, schema, parse }
  }
  return { version: 3, schema, parse: value => schema.safeParseAsync(value).then(toOutcome) }
}

interface Issue {
  message: string
  path: PropertyKey[]
}

function toOutcome(result: { success: true, data: unknown } | { success: false, error: { issues: Issue[] } }): ParseOutcome {
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, message: result.error.issues.map(describeIssue).join('\n') }
}

// The wording of the official SDK, which clients and models already know.
function describeIssue({ message, path }: Issue): string {
  if (path.length === 0) {
    return message
  }
  const [first, ...rest] = path
  return `${message} at ${String(first)}${rest.map(key => typeof key === 'number' ? `[${key}]` : `.${String(key)}`).join('')}`
}

function assertOneVersion(shape: ZodRawShape, field: string): void {
  const entries = Object.entries(shape)
  const four = entries.find(([, schema]) => isZod4(schema))
  const three = entries.find(([, schema]) => !isZod4(schema))
  if (four && three) {
    throw new DefinitionError(`\`${field}\` mixes two versions of Zod: \`${four[0]}\` is made with Zod 4, \`${three[0]}\` with Zod 3. Use one of them`)
  }
}

function shapeOf(schema: ZodSchema): ZodRawShape | undefined {
  if (!isZod4(schema)) {
    return schema instanceof z3.ZodObject || zod3Type(schema) === 'object' ? readShape(schema) : undefined
  }
  return schema._zod.def.type === 'object' ? readShape(schema._zod.def) : undefined
}

function readShape(holder: object): ZodRawShape | undefined {
  const shape: unknown = 'shape' in holder ? holder.shape : undefined
  if (typeof shape !== 'object' || shape === null) {
    return undefined
  }
  const entries = Object.entries(shape).filter((entry): entry is [string, ZodSchema] => isSchema(entry[1]))
  return Object.fromEntries(entries)
}

/** Whether the value is a Zod schema of either version. */
export function isSchema(value: unknown): value is ZodSchema {
  return typeof value === 'object' && value !== null && ('_zod' in value || ('_def' in value && 'safeParseAsync' in value))
}

/** Whether the schema was made with Zod 4. */
export function isZod4(schema: ZodSchema): schema is z4.core.$ZodType {
  return '_zod' in schema
}

/** `ZodString` → `string`. */
function zod3Type(schema: z3.ZodTypeAny): string {
  const def: unknown = schema._def
  const typeName = typeof def === 'object' && def !== null && 'typeName' in def ? String(def.typeName) : ''
  return typeName.replace(/^Zod(Native)?/, '').toLowerCase()
}
