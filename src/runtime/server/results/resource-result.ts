import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR, RpcError } from '../../shared/json-rpc'
import { isRecord } from './tool-result'

/**
 * Turns what a resource handler returned into a read result: a string becomes one text item with the requested URI.
 *
 * @throws {RpcError} naming the resource, for everything that is neither
 */
export function toResourceResult(value: unknown, uri: URL, name: string, mimeType: string | undefined): ReadResourceResult {
  if (value instanceof Error) {
    throw value
  }
  if (typeof value === 'string') {
    return { contents: [{ uri: uri.href, ...(mimeType ? { mimeType } : {}), text: value }] }
  }
  if (!isRecord(value) || !Array.isArray(value.contents)) {
    throw invalid(name, `returned ${value === null ? 'null' : isRecord(value) ? 'an object without `contents`' : `a value of type ${typeof value}`}. Return text, or an object with \`contents\``)
  }
  const { contents } = value
  const broken = contents.findIndex(item => !isContent(item))
  if (broken !== -1) {
    throw invalid(name, `returned an invalid item at index ${broken} of \`contents\`: it needs a string \`uri\` and a string \`text\` or base64 \`blob\``)
  }
  return { ...value, contents }
}

function isContent(item: unknown): boolean {
  return isRecord(item) && typeof item.uri === 'string' && (typeof item.text === 'string' || typeof item.blob === 'string')
}

function invalid(name: string, problem: string): RpcError {
  return new RpcError(INTERNAL_ERROR, `Resource \`${name}\` ${problem}`)
}
