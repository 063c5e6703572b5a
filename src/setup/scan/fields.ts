import type { Expression, ObjectExpression } from 'oxc-parser'
import { walk } from 'oxc-walker'
import type { ModuleBindings, ObjectShape, StaticValue } from './static-value'
import { resolveExpression, toObjectShape, toStaticValue, UNKNOWN } from './static-value'

/** What is literally written in a definition. A key that is not there is `undefined`, one that cannot be read is `UNKNOWN`. */
export interface DefinitionFields {
  name: StaticValue
  uri: StaticValue
  file: StaticValue
  route: StaticValue
  /** Cache hints, of resources and handlers. */
  ttlMs: StaticValue
  cacheScope: StaticValue
  /** Durations: `cache`, or `cache.maxAge` and `cache.staleMaxAge`. */
  durations: { key: string, value: StaticValue }[]
  /** `false` only when the definition certainly has no `handler`. */
  hasHandler: boolean | typeof UNKNOWN
  /** Schema calls without a JSON Schema counterpart: `inputSchema.since: z.date()`. */
  unrepresentable: string[]
}

/** Zod types that have no JSON Schema; `z.coerce.date()` and its like included. */
const UNREPRESENTABLE = new Set(['date', 'bigint', 'symbol', 'undefined', 'void', 'nan', 'custom', 'function', 'map', 'set', 'instanceof'])

export function readFields(object: ObjectExpression, bindings: ModuleBindings): DefinitionFields {
  const shape = toObjectShape(object)
  return {
    name: read(shape, 'name', bindings),
    uri: read(shape, 'uri', bindings),
    file: read(shape, 'file', bindings),
    // A spread may bring anything, but a route that is written has to be readable.
    route: shape.values.has('route') ? read(shape, 'route', bindings) : undefined,
    ttlMs: read(shape, 'ttlMs', bindings),
    cacheScope: read(shape, 'cacheScope', bindings),
    durations: readDurations(shape, bindings),
    hasHandler: readHandler(shape, bindings),
    unrepresentable: [...findUnrepresentable(shape, 'inputSchema', bindings), ...findUnrepresentable(shape, 'outputSchema', bindings)],
  }
}

function read(shape: ObjectShape, key: string, bindings: ModuleBindings): StaticValue {
  const value = shape.values.get(key)
  if (value) return toStaticValue(value, bindings)
  return shape.open ? UNKNOWN : undefined
}

function readHandler(shape: ObjectShape, bindings: ModuleBindings): boolean | typeof UNKNOWN {
  const value = read(shape, 'handler', bindings)
  if (value === undefined || value === null) return false
  // Anything but a literal can only be a function or an expression for one.
  return shape.values.has('handler') ? true : UNKNOWN
}

function readDurations(shape: ObjectShape, bindings: ModuleBindings): DefinitionFields['durations'] {
  const cache = shape.values.get('cache')
  if (!cache) return []
  const value = resolveExpression(cache, bindings)
  if (value.type !== 'ObjectExpression') return [{ key: 'cache', value: toStaticValue(cache, bindings) }]
  const options = toObjectShape(value)
  return ['maxAge', 'staleMaxAge']
    .filter(key => options.values.has(key))
    .map(key => ({ key: `cache.${key}`, value: read(options, key, bindings) }))
}

function findUnrepresentable(shape: ObjectShape, key: string, bindings: ModuleBindings): string[] {
  const schema = shape.values.get(key)
  const value = schema && resolveExpression(schema, bindings)
  if (!value || value.type === 'SpreadElement') return []
  if (value.type !== 'ObjectExpression') return findCalls(value, bindings).map(call => `${key}: ${call}`)
  return [...toObjectShape(value).values].flatMap(([field, expression]) =>
    findCalls(expression, bindings).map(call => `${key}.${field}: ${call}`))
}

function findCalls(expression: Expression, bindings: ModuleBindings): string[] {
  const calls: string[] = []
  walk(expression, {
    enter(node) {
      // What a transform or refinement does inside is not part of the schema.
      if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return this.skip()
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
      const { object, property } = node.callee
      if (property.type !== 'Identifier' || !UNREPRESENTABLE.has(property.name)) return
      const isCoerce = object.type === 'MemberExpression' && object.property.type === 'Identifier' && object.property.name === 'coerce'
      const root = isCoerce ? object.object : object
      if (root.type !== 'Identifier' || !isZod(root.name, bindings)) return
      calls.push(`${root.name}.${isCoerce ? 'coerce.' : ''}${property.name}()`)
    },
  })
  return calls
}

function isZod(name: string, bindings: ModuleBindings): boolean {
  return /^zod(?:\/|$)/.test(bindings.imports.get(name)?.from ?? '')
}
