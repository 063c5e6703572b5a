import type * as z4 from 'zod/v4/core'

type Schema = z4.$ZodType

/** Checks that are Zod's own. */
const CHECKS: ReadonlySet<string> = new Set([
  'less_than', 'greater_than', 'multiple_of', 'number_format', 'bigint_format', 'max_size', 'min_size', 'size_equals',
  'max_length', 'min_length', 'length_equals', 'string_format', 'mime_type', 'overwrite',
])

/**
 * Whether parsing with a schema never has to wait: it is made of Zod's own parts only. Refinements and transforms of the
 * application may be asynchronous, and nothing tells before they are called.
 */
export function isSynchronous(schema: Schema, visited = new Set<Schema>()): boolean {
  // What refers to itself is as synchronous as the rest of it.
  if (visited.has(schema)) {
    return true
  }
  visited.add(schema)
  const { def } = (schema as z4.$ZodTypes)._zod
  const hasOwnChecks = def.checks?.some(({ _zod: { def: { check } } }) => !CHECKS.has(check))
  return !hasOwnChecks && (partsOf(def)?.every(part => isSynchronous(part, visited)) ?? false)
}

/** The schemas that a schema is made of; `undefined` for those that may run code of the application. */
function partsOf(def: z4.$ZodTypes['_zod']['def']): readonly Schema[] | undefined {
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'date':
    case 'null':
    case 'undefined':
    case 'any':
    case 'unknown':
    case 'never':
    case 'literal':
    case 'enum':
      return []
    case 'object':
      return [...Object.values(def.shape), ...(def.catchall ? [def.catchall] : [])]
    case 'array':
      return [def.element]
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])]
    case 'record':
      return [def.keyType, def.valueType]
    case 'union':
      return def.options
    case 'intersection':
      return [def.left, def.right]
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return [def.innerType]
    default:
      return undefined
  }
}
