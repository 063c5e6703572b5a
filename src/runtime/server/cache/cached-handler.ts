import type { H3Event } from 'h3'
import { cachedFunction } from 'nitropack/runtime'
import { hash } from 'ohash'
import type { McpCache, McpCacheOptions } from '../define/cache'
import type { McpRequestExtra } from '../define/extra'
import { runShared } from '../elicitation/no-questions'
import { isUrlRequired } from '../results/errors'
import { toPlainValue } from '../results/tool-result'
import { toSeconds } from './duration'

export interface CachedHandlerOptions<Args extends unknown[]> {
  /** `mcp-tool:<name>` or `mcp-resource:<name>`. */
  name: string
  /** Names the definition in errors: "Tool `<name>`". */
  label: string
  /** Handler that the definition is attributed to; its entries are kept apart. */
  owner: string | undefined
  /** What the entry is about, hashed into its key: the parsed arguments, or the URI. `null` when there is nothing. */
  subject: (args: Args) => unknown
}

export type EventHandler<Args extends unknown[]> = (event: H3Event, extra: McpRequestExtra, ...args: Args) => unknown

/** Names in use, so that two definitions that share a name never share entries. */
const owners = new Map<string, number>()

/**
 * Wraps a handler with Nitro's cache, or returns `undefined` when the settings say not to cache. Equal calls that
 * run at the same time are one call, which therefore does not end with the caller that started it, and cannot ask or
 * tell that one anything. Failures, `undefined` and error results are not kept.
 *
 * @throws {RangeError} when a duration has no meaning
 */
export function cacheHandler<Args extends unknown[]>(handler: (...args: [...Args, McpRequestExtra]) => unknown, cache: McpCache | undefined, { name, label, owner, subject }: CachedHandlerOptions<Args>): EventHandler<Args> | undefined {
  const options: McpCacheOptions = typeof cache === 'object' && cache !== null ? cache : { maxAge: cache === undefined || cache === null || cache === false ? 0 : cache }
  if (toSeconds(options.maxAge) === 0) {
    return undefined
  }
  const { maxAge, staleMaxAge, getKey, name: ownName, ...rest } = options
  // `getKey` was typed by the schema that the arguments are parsed with.
  const userKey = getKey as ((...args: [...Args, McpRequestExtra, H3Event]) => string | Promise<string>) | undefined
  const reason = `${label} has \`cache\`, so it cannot ask the client: its result is given to other callers. Ask in a definition without \`cache\`.`
  const run = async (_event: H3Event, extra: McpRequestExtra, ...args: Args) =>
    toPlainValue(await runShared(reason, () => refuseUrls(reason, () => handler(...args, toSharedExtra(extra, reason)))))
  return cachedFunction(run, {
    swr: false,
    group: 'mcp',
    ...rest,
    name: uniqueName(ownName ?? (owner ? `${name}:${owner}` : name), handler),
    maxAge: toSeconds(maxAge),
    ...(staleMaxAge === undefined ? {} : { staleMaxAge: staleMaxAge === -1 ? -1 : toSeconds(staleMaxAge) }),
    // Nitro would hash our wrapper, which is the same text for every definition.
    integrity: hash([String(handler), maxAge, staleMaxAge]),
    getKey: async (event: H3Event, extra: McpRequestExtra, ...args: Args) => userKey
      ? toStorageKey(await userKey(...args, extra, event))
      : hash(subject(args) ?? null),
    validate: entry => entry.value !== undefined && !isErrorResult(entry.value),
  })
}

// What is known of the caller who started the run is left: `getKey` may keep callers apart by it.
function toSharedExtra({ requestId, requestInfo, authInfo, sessionId }: McpRequestExtra, reason: string): McpRequestExtra {
  return {
    requestId,
    requestInfo,
    authInfo,
    sessionId,
    signal: new AbortController().signal,
    sendNotification: async () => {},
    sendRequest: async () => {
      throw new Error(reason)
    },
  }
}

// Sending the user to a page is a question too, and the page may be that of the caller who started the run.
async function refuseUrls(reason: string, work: () => unknown): Promise<unknown> {
  try {
    return await work()
  }
  catch (error) {
    throw isUrlRequired(error) ? new Error(reason, { cause: error }) : error
  }
}

// Separators and dots mean folders to some drivers and are folded together by others; names that every object has
// look like pending calls to Nitro.
function toStorageKey(key: string): string {
  return /^[\w-]+$/.test(key) && !(key in {}) ? key : hash(key)
}

function uniqueName(name: string, handler: (...args: never[]) => unknown): string {
  const taken = owners.get(name) ?? 0
  owners.set(name, taken + 1)
  return taken === 0 ? name : `${name}:${hash([String(handler), taken])}`
}

function isErrorResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'isError' in value && value.isError === true
}
