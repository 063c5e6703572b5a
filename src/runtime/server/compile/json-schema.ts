import * as z4 from 'zod/v4-mini'
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema'
import type { Parser } from './parser'

export interface ObjectJsonSchema {
  [keyword: string]: unknown
  type: 'object'
  properties?: Record<string, object>
  required?: string[]
}

export interface JsonSchemaOutcome {
  schema: ObjectJsonSchema
  /** Fields that have no JSON Schema form and are listed as open schemas. */
  open: string[]
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Zod 3 types that JSON cannot carry; `zod-to-json-schema` would guess a form for some of them. */
const ZOD3_UNREPRESENTABLE = new Set(['ZodDate', 'ZodBigInt', 'ZodMap', 'ZodSet', 'ZodSymbol', 'ZodUndefined', 'ZodVoid', 'ZodNaN', 'ZodFunction', 'ZodPromise'])

/**
 * Converts a schema to JSON Schema 2020-12 with `type: "object"` at its root. Never throws: what has no form becomes
 * open.
 *
 * @param io `input` describes what a caller sends, `output` what parsing returns
 */
export function toJsonSchema(parser: Parser, io: 'input' | 'output'): JsonSchemaOutcome {
  const open: string[] = []
  const converted = parser.version === 4 ? convert4(parser.schema, io, open) : convert3(parser.schema, io, open)
  const { $schema: _, type: __, ...rest } = inlineRoot(converted)
  return { schema: { $schema: DIALECT, type: 'object', ...rest }, open }
}

// A schema with an id of its own becomes a reference to itself, which few clients follow at the root.
function inlineRoot(schema: Record<string, unknown>): Record<string, unknown> {
  const { $ref, $defs } = schema
  const name = typeof $ref === 'string' && $ref.startsWith('#/$defs/') ? $ref.slice('#/$defs/'.length) : undefined
  const target = name !== undefined && isObject($defs) ? $defs[name] : undefined
  return isObject(target) ? { ...target, $defs } : schema
}

function convert4(schema: z4.core.$ZodType, io: 'input' | 'output', open: string[]): Record<string, unknown> {
  const strict = attempt4(schema, io, 'throw')
  if (strict) {
    return strict
  }
  const def = schema._zod.def
  const shape: unknown = def.type === 'object' && 'shape' in def ? def.shape : undefined
  if (typeof shape === 'object' && shape !== null) {
    open.push(...Object.entries(shape).filter(([, field]) => !attempt4(field, io, 'throw')).map(([name]) => name))
  }
  else {
    open.push('(root)')
  }
  return attempt4(schema, io, 'any') ?? {}
}

function attempt4(schema: z4.core.$ZodType, io: 'input' | 'output', unrepresentable: 'throw' | 'any'): Record<string, unknown> | undefined {
  try {
    return { ...z4.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable }) }
  }
  catch {
    // Zod says only that some part has no form; the caller finds out which.
    return undefined
  }
}

function convert3(schema: Extract<Parser, { version: 3 }>['schema'], io: 'input' | 'output', open: string[]): Record<string, unknown> {
  const converted = zodToJsonSchema(schema, {
    target: 'jsonSchema7',
    $refStrategy: 'none',
    pipeStrategy: io,
    effectStrategy: 'input',
    strictUnions: true,
    // Zod 4's converter leaves the input side of plain objects open; this makes both versions read the same.
    removeAdditionalStrategy: io === 'input' ? 'strict' : 'passthrough',
    // What parsing returns always has the fields that parsing fills in.
    postProcess: (schema, def) => schema && io === 'output' && 'shape' in def && typeof def.shape === 'function'
      ? { ...schema, ...requiredOutput(def.shape(), schema) }
      : schema,
    override: (def, refs) => {
      if ('typeName' in def && ZOD3_UNREPRESENTABLE.has(String(def.typeName))) {
        const field = refs.currentPath[refs.currentPath.indexOf('properties') + 1]
        open.push(field ?? '(root)')
        return {}
      }
      return ignoreOverride
    },
  })
  const modern = toDraft202012(converted)
  return isObject(modern) ? modern : {}
}

const ZOD3_FILLED_IN = new Set(['ZodDefault', 'ZodCatch'])

function requiredOutput(shape: Readonly<Record<string, { _def: { typeName?: string } }>>, schema: object): { required?: string[] } {
  const before: unknown[] = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
  const required = Object.keys(shape).filter(key => before.includes(key) || ZOD3_FILLED_IN.has(shape[key]?._def.typeName ?? ''))
  return required.length > 0 ? { required } : {}
}

/** Keywords whose value is data, or a map of names to schemas, and not a schema itself. */
const DATA_KEYWORDS = new Set(['default', 'const', 'enum', 'examples', 'required'])
const MAP_KEYWORDS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** Rewrites tuples, the one construct of draft-07 that 2020-12 spells differently, and drops what Zod 4 does not write. */
function toDraft202012(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(toDraft202012)
  }
  if (!isObject(node)) {
    return node
  }
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === 'items' && Array.isArray(value)) {
      result.prefixItems = value.map(toDraft202012)
      result.items = 'additionalItems' in node ? toDraft202012(node.additionalItems) : false
    }
    else if (MAP_KEYWORDS.has(key) && isObject(value)) {
      result[key] = Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toDraft202012(schema)]))
    }
    else if (key !== 'additionalItems' && !(key === 'additionalProperties' && value === true)) {
      result[key] = DATA_KEYWORDS.has(key) ? value : toDraft202012(value)
    }
  }
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
