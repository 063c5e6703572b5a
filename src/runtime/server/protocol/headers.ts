import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '../results/tool-result'
import { decodeHeaderValue } from './header-value'

/** The parameter that `Mcp-Name` repeats. */
const NAMED_BY: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/**
 * What the headers say else than the body, for those that are there.
 *
 * @param version protocol version in the body; `undefined` for a notification without
 */
export function findMismatch(headers: IncomingHttpHeaders, method: string, version: string | undefined): string | undefined {
  const named = textOf(headers['mcp-protocol-version'])
  if (version !== undefined && named !== undefined && named !== version) {
    return `\`MCP-Protocol-Version\` is \`${named}\`, and the body names \`${version}\``
  }
  const called = textOf(headers['mcp-method'])
  return called === undefined || called === method ? undefined : `\`Mcp-Method\` is \`${called}\`, and the body calls \`${method}\``
}

/** Which header of a request is missing, or repeats its parameter wrongly. */
export function findMissing(headers: IncomingHttpHeaders, { method, params }: JSONRPCRequest): string | undefined {
  if (headers['mcp-protocol-version'] === undefined) {
    return '`MCP-Protocol-Version` is missing'
  }
  if (headers['mcp-method'] === undefined) {
    return `\`Mcp-Method\` is missing; it has to be \`${method}\``
  }
  const key = NAMED_BY.get(method)
  const value: unknown = key && isRecord(params) ? params[key] : undefined
  // A request without the parameter is answered for what it lacks.
  return typeof value === 'string' ? findNameProblem(headers['mcp-name'], `params.${key}`, value) : undefined
}

function findNameProblem(header: string | string[] | undefined, path: string, value: string): string | undefined {
  if (header === undefined) {
    return `\`Mcp-Name\` is missing; it has to be the same as \`${path}\``
  }
  const name = decodeHeaderValue(String(header))
  if (name === undefined) {
    return '`Mcp-Name` is not valid Base64 of UTF-8 text'
  }
  return name === value ? undefined : `\`Mcp-Name\` is not the same as \`${path}\``
}

function textOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).trim()
}
