import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { IncomingHttpHeaders } from 'node:http'
import { reportOnce } from '../observability/log'
import { isRecord } from '../results/tool-result'
import { decodeHeaderValue } from './header-value'

/** An argument of a tool that clients repeat in a header, so that proxies can route by it. */
export interface ParamHeader {
  /** Header name as Node has it, in lower case. */
  readonly header: string
  /** Where the argument is. */
  readonly path: readonly string[]
  /** Whether it is compared as a number: `42.0` is `42`. */
  readonly numeric: boolean
}

/** Key in a property's schema that names the header. */
const MARK = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+\-.^\w`|~]+$/
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])
/** Deepest object that is searched for marks. */
const DEEPEST = 32

const known = new WeakMap<Tool, readonly ParamHeader[]>()

/**
 * The arguments of a tool that have a header. Read once per tool. A mark that clients would refuse the tool for is
 * logged, and does not count.
 */
export function paramHeadersOf(tool: Tool): readonly ParamHeader[] {
  let headers = known.get(tool)
  if (!headers) {
    headers = collect(tool)
    known.set(tool, headers)
  }
  return headers
}

/**
 * Which header repeats an argument wrongly. An argument that is not given needs none.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function findParamMismatch(params: readonly ParamHeader[], args: unknown, headers: IncomingHttpHeaders): string | undefined {
  for (const { header, path, numeric } of params) {
    const value = valueAt(args, path)
    if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) {
      continue
    }
    const given = headers[header]
    if (given === undefined) {
      return `\`${header}\` is missing; it has to be the same as \`arguments.${path.join('.')}\``
    }
    const text = decodeHeaderValue(String(given))
    if (text === undefined) {
      return `\`${header}\` is not valid Base64 of UTF-8 text`
    }
    if (text !== String(value) && !(numeric && DECIMAL.test(text) && Number(text) === value)) {
      return `\`${header}\` is not the same as \`arguments.${path.join('.')}\``
    }
  }
  return undefined
}

function collect({ name, inputSchema }: Tool): ParamHeader[] {
  const found = new Map<string, ParamHeader>()
  const visit = (schema: unknown, path: readonly string[]) => {
    const properties: unknown = isRecord(schema) ? schema.properties : undefined
    if (!isRecord(properties) || path.length === DEEPEST) {
      return
    }
    for (const [key, property] of Object.entries(properties)) {
      const own = [...path, key]
      if (isRecord(property) && MARK in property) {
        const problem = findProblem(property, found)
        if (problem === undefined) {
          const header = toHeader(property[MARK])
          found.set(header, { header, path: own, numeric: property.type === 'integer' })
        }
        else {
          reportOnce('warn', `Tool \`${name}\`: \`${MARK}\` of \`${own.join('.')}\` ${problem}. Clients leave such a tool out.`)
        }
      }
      visit(property, own)
    }
  }
  visit(inputSchema, [])
  return [...found.values()]
}

function findProblem({ [MARK]: mark, type }: Record<string, unknown>, taken: ReadonlyMap<string, ParamHeader>): string | undefined {
  if (typeof mark !== 'string' || !TOKEN.test(mark)) {
    return 'has to be the last part of a header name: letters, digits and `-`'
  }
  if (!TYPES.has(type)) {
    return 'is on a value that is no string, integer or boolean'
  }
  return taken.has(toHeader(mark)) ? 'is the name of another argument\'s header' : undefined
}

function toHeader(mark: unknown): string {
  return `mcp-param-${String(mark).toLowerCase()}`
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined, args)
}
