import type { McpDefinitionBase, McpEnabled } from '../define/definition'
import { isScope } from '../define/scope'
import { DefinitionError } from './definition-error'

/**
 * Checks the fields that every kind has.
 *
 * @throws {DefinitionError} naming the field and what it has to be
 */
export function assertCommonFields<D extends McpDefinitionBase>(definition: D): asserts definition is D & { name: string } {
  if (typeof definition.name !== 'string' || definition.name === '') {
    throw new DefinitionError('it has no `name`. A definition that is not the export of a scanned file needs one')
  }
  for (const field of ['title', 'description', 'group'] as const) {
    assertType(definition[field] === undefined || typeof definition[field] === 'string', field, 'a string')
  }
  assertType(definition.tags === undefined || (Array.isArray(definition.tags) && definition.tags.every(tag => typeof tag === 'string')), 'tags', 'an array of strings')
  assertType(definition._meta === undefined || isObject(definition._meta), '_meta', 'an object')
  assertType(definition.scopes === undefined || (Array.isArray(definition.scopes) && definition.scopes.every(isScope)), 'scopes', 'an array of OAuth scopes')
  assertType(['undefined', 'boolean', 'function'].includes(typeof definition.enabled), 'enabled', 'a boolean or a function of the event')
}

/**
 * Returns the handler, typed by what the caller passes it.
 *
 * @throws {DefinitionError} when there is none
 */
export function requireHandler<Args extends unknown[]>(definition: { handler?: (...args: never[]) => unknown }): (...args: Args) => unknown {
  if (typeof definition.handler !== 'function') {
    throw new DefinitionError(definition.handler === undefined ? 'it has no `handler`' : '`handler` is not a function')
  }
  // The schema that the arguments were parsed with is the one that typed the handler.
  return definition.handler as (...args: Args) => unknown
}

/** `enabled`, with the default filled in. */
export function enabledOf(definition: McpDefinitionBase): McpEnabled {
  return definition.enabled ?? true
}

/**
 * The `_meta` of the wire: the authored keys with `group`, `tags` and the handler. The file name that discovery
 * keeps there stays on the server.
 */
export function wireMeta(definition: McpDefinitionBase): Record<string, unknown> {
  const { filename: _, ...authored } = definition._meta ?? {}
  return {
    ...authored,
    ...(definition.group ? { group: definition.group } : {}),
    ...(definition.tags?.length ? { tags: definition.tags } : {}),
  }
}

/** Drops the keys whose value is `undefined`, so that entries compare and serialise alike. */
export function withoutUndefined<T extends object>(value: T): T {
  const copy = { ...value }
  for (const key of Object.keys(copy) as (keyof T)[]) {
    if (copy[key] === undefined) {
      Reflect.deleteProperty(copy, key)
    }
  }
  return copy
}

function assertType(valid: boolean, field: string, expected: string): void {
  if (!valid) {
    throw new DefinitionError(`\`${field}\` has to be ${expected}`)
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
