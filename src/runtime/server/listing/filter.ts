import type { H3Event } from 'h3'
import type { CompiledDefinition } from '../compile/compiled'

/** Which definitions of the catalogue to list. All conditions have to hold. */
export interface ListMcpDefinitionsOptions {
  /** Leaves out what is hidden from this request. Without it nothing is. */
  event?: H3Event
  /** Effective group, compared whole: `admin` does not match `admin/users`. */
  group?: string | string[]
  /** At least one of the definition's tags. */
  tags?: string | string[]
  /** Handler that the definition is attributed to. */
  handler?: string | string[]
  /** Only definitions without a handler. @default false */
  orphansOnly?: boolean
}

/** Applies the conditions that do not depend on a request. An empty list or string matches nothing. */
export function matchesOptions({ definition }: CompiledDefinition, { group, tags, handler, orphansOnly }: ListMcpDefinitionsOptions): boolean {
  const owner = definition._meta?.handler
  return matchesOne(group, [definition.group])
    && matchesOne(tags, definition.tags ?? [])
    && matchesOne(handler, [owner])
    && (!orphansOnly || owner === undefined)
}

function matchesOne(wanted: string | string[] | undefined, values: readonly unknown[]): boolean {
  if (wanted === undefined) {
    return true
  }
  const list = Array.isArray(wanted) ? wanted : [wanted]
  return list.some(entry => entry !== '' && values.includes(entry))
}
