import { isRecord } from '../results/tool-result'

/** An argument of a tool that clients repeat in a header, so that proxies can route by it. */
export interface HeaderMark {
  /** What follows `Mcp-Param-`, in lower case. */
  readonly name: string
  /** Where the argument is. */
  readonly path: readonly string[]
  readonly type: string
}

export interface HeaderMarks {
  readonly marks: readonly HeaderMark[]
  /** What clients refuse the tool for. */
  readonly problems: readonly string[]
}

/** Key in a property's schema that names the header. */
const MARK = 'x-mcp-header'
/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^\w`|~]+$/
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])
/** Keywords with schemas that an argument may or may not be checked with, so that no header can be told from them. */
const SCHEMAS = ['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else']
/** The same, with schemas by name. */
const NAMED_SCHEMAS = ['patternProperties', 'dependentSchemas', '$defs', 'definitions']
/** Deepest schema that is searched. */
const DEEPEST = 32

interface Place {
  readonly schema: Record<string, unknown>
  readonly path: readonly string[]
  /** Whether only `properties` lead to it. */
  readonly isArgument: boolean
}

/**
 * The arguments that an input schema marks with `x-mcp-header`. A mark that is against a rule does not count.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function findHeaderMarks(inputSchema: unknown): HeaderMarks {
  const marks = new Map<string, HeaderMark>()
  const problems: string[] = []
  for (const place of placesOf(inputSchema, [], true)) {
    if (!(MARK in place.schema)) {
      continue
    }
    const problem = findProblem(place, marks)
    if (problem === undefined) {
      const name = String(place.schema[MARK]).toLowerCase()
      marks.set(name, { name, path: place.path, type: String(place.schema.type) })
    }
    else {
      problems.push(`\`${MARK}\` of \`${place.path.join('.') || 'inputSchema'}\` ${problem}`)
    }
  }
  return { marks: [...marks.values()], problems }
}

function findProblem({ schema: { [MARK]: mark, type }, path, isArgument }: Place, taken: ReadonlyMap<string, HeaderMark>): string | undefined {
  if (!isArgument || path.length === 0) {
    return 'is on no argument of its own: only `properties` may lead to it, and no list, union or reference'
  }
  if (typeof mark !== 'string' || !TOKEN.test(mark)) {
    return 'has to be the last part of a header name: letters, digits and `-`'
  }
  if (!TYPES.has(type)) {
    return 'is on a value that is no string, integer or boolean'
  }
  const first = taken.get(mark.toLowerCase())
  return first && `is the name of another argument's header, that of \`${first.path.join('.')}\`: capitals make no difference`
}

function* placesOf(schema: unknown, path: readonly string[], isArgument: boolean): Generator<Place, void> {
  if (!isRecord(schema) || path.length > DEEPEST) {
    return
  }
  yield { schema, path, isArgument }
  for (const [key, property] of entriesOf(schema.properties)) {
    yield* placesOf(property, [...path, key], isArgument)
  }
  const elsewhere = [...SCHEMAS.map(keyword => [keyword, schema[keyword]] as const), ...NAMED_SCHEMAS.flatMap(keyword => entriesOf(schema[keyword]).map(([, named]) => [keyword, named] as const))]
  for (const [keyword, given] of elsewhere) {
    for (const branch of Array.isArray(given) ? given : [given]) {
      yield* placesOf(branch, [...path, keyword], false)
    }
  }
}

function entriesOf(schemas: unknown): [string, unknown][] {
  return isRecord(schemas) ? Object.entries(schemas) : []
}
