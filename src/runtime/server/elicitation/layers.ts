import { isSchema, isZod4 } from '../compile/parser'
import type { ZodSchema } from '../define/schema'

interface Layer {
  /** `optional`, `pipe`, … of Zod 4; `ZodOptional`, `ZodEffects`, … of Zod 3. */
  readonly type: string
  readonly def: Readonly<Record<string, unknown>>
}

/** Wrappers that let a field be left out. */
const OMITTABLE = new Set(['optional', 'default', 'prefault', 'catch', 'ZodOptional', 'ZodDefault', 'ZodCatch'])

/** Whether a user may leave the field out. Zod's converters count `catch` as required. */
export function isOmittable(field: unknown): boolean {
  for (const { type } of layersOf(field)) {
    if (type === 'nonoptional') {
      return false
    }
    if (OMITTABLE.has(type)) {
      return true
    }
  }
  return false
}

/** Whether the field is a union, or an array of one. */
export function isUnion(field: unknown): boolean {
  const core = [...layersOf(field)].at(-1)
  if (core?.type === 'ZodArray') {
    return isUnion(core.def.type)
  }
  return core?.type === 'union' || core?.type === 'ZodUnion'
}

/** The fields of an object schema; `undefined` for every other schema. */
export function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const core = [...layersOf(schema)].at(-1)
  if (core?.type !== 'object' && core?.type !== 'ZodObject') {
    return undefined
  }
  const shape: unknown = typeof core.def.shape === 'function' ? core.def.shape() : core.def.shape
  return isObject(shape) ? shape : undefined
}

/** A schema and what it wraps, outermost first, on the side that a user's answer enters. */
function* layersOf(schema: unknown): Generator<Layer, void> {
  let current = schema
  while (isSchema(current)) {
    const layer = readLayer(current)
    yield layer
    current = innerOf(layer)
  }
}

function readLayer(schema: ZodSchema): Layer {
  if (isZod4(schema)) {
    return { type: schema._zod.def.type, def: { ...schema._zod.def } }
  }
  const def: unknown = schema._def
  return isObject(def) ? { type: String(def.typeName), def } : { type: '', def: {} }
}

function innerOf({ type, def }: Layer): unknown {
  switch (type) {
    // `preprocess()` is a pipe that starts with a function.
    case 'pipe':
      return isSchema(def.in) && isZod4(def.in) && def.in._zod.def.type === 'transform' ? def.out : def.in
    case 'ZodPipeline':
      return def.in
    case 'ZodEffects':
      return def.schema
    case 'ZodBranded':
      return def.type
    case 'lazy':
    case 'ZodLazy':
      return typeof def.getter === 'function' ? def.getter() : undefined
    default:
      return def.innerType
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
