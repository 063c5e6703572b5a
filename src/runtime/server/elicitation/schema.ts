import { toJsonSchema } from '../compile/json-schema'
import { createParser, type Parser } from '../compile/parser'
import type { McpSchema } from '../define/schema'
import { McpElicitationError } from './errors'
import { type FormField, toFormField } from './field'
import { fieldsOf, isOmittable, isUnion } from './layers'

/** The `requestedSchema` of `elicitation/create`. */
export interface RequestedSchema {
  type: 'object'
  properties: Record<string, FormField>
  required?: string[]
}

export interface Form {
  readonly requestedSchema: RequestedSchema
  /** Checks the answer, with everything that the requested schema cannot say. */
  readonly parser: Parser
}

type JsonSchema = Record<string, unknown>

/**
 * Turns a Zod shape into a form. Not remembered: a default may be a function, and shapes are mostly made per call.
 *
 * @throws {McpElicitationError} `invalid-schema`, naming the first field that a form cannot show
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
 */
export function createForm(schema: McpSchema): Form {
  const parser = toParser(schema)
  const fields = fieldsOf(parser.schema)
  if (!fields) {
    throw new McpElicitationError('invalid-schema', '`schema` has to be a Zod shape such as `{ size: z.enum([\'S\', \'L\']) }`.')
  }
  const json = toJsonSchema(parser, 'input').schema
  const definitions = isObject(json.$defs) ? json.$defs : {}
  const { properties } = resolve(json, definitions)
  const requestedSchema: RequestedSchema = { type: 'object', properties: {} }
  for (const [name, field] of Object.entries(fields)) {
    requestedSchema.properties[name] = toFormField(name, toJson(field, isObject(properties) ? properties[name] : undefined, definitions))
  }
  const required = Object.keys(fields).filter(name => !isOmittable(fields[name]))
  if (required.length > 0) {
    requestedSchema.required = required
  }
  return { requestedSchema, parser }
}

function toParser(schema: McpSchema): Parser {
  try {
    return createParser(schema, 'schema')
  }
  catch (error) {
    throw new McpElicitationError('invalid-schema', error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function toJson(field: unknown, property: unknown, definitions: JsonSchema): JsonSchema {
  const json = inline(property, definitions)
  // The converter for Zod 3 writes a union of literals without titles as an `enum`; the one for Zod 4 does not.
  return isUnion(field) && ('enum' in json || (isObject(json.items) && 'enum' in json.items)) ? { type: json.type === 'array' ? 'array' : 'union' } : json
}

/** Levels below a field that a form has: the items of an array, and the options of those. */
const DEEPEST = 2

/** Puts schemas with an id, which Zod refers to, where they are used. */
function inline(node: unknown, definitions: JsonSchema, depth = 0): JsonSchema {
  const json = resolve(node, definitions)
  if (depth === DEEPEST) {
    return json
  }
  for (const key of ['anyOf', 'oneOf']) {
    const options: unknown = json[key]
    if (Array.isArray(options)) {
      json[key] = options.map(option => inline(option, definitions, depth + 1))
    }
  }
  if (isObject(json.items)) {
    json.items = inline(json.items, definitions, depth + 1)
  }
  return json
}

function resolve(node: unknown, definitions: JsonSchema): JsonSchema {
  if (!isObject(node)) {
    return {}
  }
  const { $ref, ...json } = node
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
  return target === undefined ? json : { ...resolve(target, definitions), ...json }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
