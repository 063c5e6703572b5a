import type { McpExchange } from '../session/exchange'

const claimed = new WeakMap<object, Set<string>>()

/**
 * Takes a name for a question or for work of the request that is being handled.
 *
 * @throws {TypeError} when it is no string
 * @throws {Error} when the name is taken
 */
export function claimKey({ extra, server }: McpExchange, key: string | undefined): void {
  if (key === undefined) {
    return
  }
  if (typeof key !== 'string') {
    throw new TypeError(`A key has to be a string, and \`${String(key)}\` is of type ${key === null ? 'null' : typeof key}.`)
  }
  const run = extra ?? server
  const keys = claimed.get(run) ?? new Set()
  if (keys.has(key)) {
    throw new Error(`The key \`${key}\` is used twice while one request is handled. Every question and all work of a request needs a key of its own, for example with a number behind it.`)
  }
  claimed.set(run, keys.add(key))
}

/**
 * What JSON makes of the result of work, which is what later rounds get.
 *
 * @throws {TypeError} when that is nothing
 */
export function toJsonValue(value: unknown, key: string): unknown {
  if (value === undefined) {
    return value
  }
  const json = toJson(value)
  if (json === undefined) {
    throw new TypeError(`The result of \`once('${key}')\` has no JSON form, and so cannot be kept: it is of type ${typeof value}.`)
  }
  return JSON.parse(json)
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  }
  catch {
    // A cycle, or a bigint.
    return undefined
  }
}
