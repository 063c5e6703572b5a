import { digest } from 'ohash'
import { isRecord } from '../results/tool-result'

/**
 * SHA-256 of a JSON value, whatever the order of its keys. Over JSON and not over `ohash`'s own form, in which two
 * different values can be made to look the same.
 */
export function digestOf(value: unknown): string {
  return digest(JSON.stringify(value, (_, part: unknown) => isRecord(part) ? sortKeys(part) : part))
}

function sortKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1))
}
