import type { Result } from '@modelcontextprotocol/sdk/types.js'
import { lazy } from '../../shared/lazy'
import { rememberSerialized } from '../results/serialized'
import { isRecord } from '../results/tool-result'

interface ListedTool {
  readonly tool: unknown
  readonly toJson: () => string
}

// Entries are shared by everyone who sees them, and so is the list of those who see all of them.
const lists = new WeakMap<Result, Result>()
const listed = new WeakMap<object, ListedTool>()

/** The result of `tools/list` without `execution`, which modern revisions do not have. The same one for the same list. */
export function withoutExecution(list: Result): Result {
  let modern = lists.get(list)
  if (!modern) {
    modern = strip(list)
    lists.set(list, modern)
  }
  return modern
}

function strip(list: Result): Result {
  const { tools } = list
  // What the application's own handler answered with may be anything.
  if (!Array.isArray(tools) || Object.keys(list).length > 1 || !tools.every(isRecord)) {
    return list
  }
  const entries = tools.map(listedOf)
  return rememberSerialized({ tools: entries.map(({ tool }) => tool) }, () => `{"tools":[${entries.map(({ toJson }) => toJson()).join(',')}]}`)
}

function listedOf(given: Record<string, unknown>): ListedTool {
  let entry = listed.get(given)
  if (!entry) {
    const { execution: _, ...tool } = given
    entry = { tool, toJson: lazy(() => JSON.stringify(tool)) }
    listed.set(given, entry)
  }
  return entry
}
