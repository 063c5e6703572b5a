import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { IncomingHttpHeaders } from 'node:http'
import { findHeaderMarks } from '../compile/header-marks'
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

const DECIMAL = /^-?\d+(?:\.\d+)?$/

const known = new WeakMap<Tool, readonly ParamHeader[]>()

/** The arguments of a tool that have a header. Read once per tool. */
export function paramHeadersOf(tool: Tool): readonly ParamHeader[] {
  let headers = known.get(tool)
  if (!headers) {
    headers = findHeaderMarks(tool.inputSchema).marks.map(({ name, path, type }) => ({ header: `mcp-param-${name}`, path, numeric: type === 'integer' }))
    known.set(tool, headers)
  }
  return headers
}

/**
 * Which header repeats an argument wrongly. An argument that is not given needs none, and neither does a number that
 * JavaScript cannot tell from others; a header is then ignored.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function findParamMismatch(params: readonly ParamHeader[], args: unknown, headers: IncomingHttpHeaders): string | undefined {
  for (const { header, path, numeric } of params) {
    const value = valueAt(args, path)
    if (typeof value !== 'string' && typeof value !== 'boolean' && !isExact(value)) {
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

function isExact(value: unknown): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined, args)
}
