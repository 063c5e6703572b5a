import * as z4 from 'zod/v4-mini'
import { INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import { parseUrl } from '../../shared/parse-url'
import type { ListKind } from '../session/live-definitions'

/** What one stream is told of. */
export interface ListenFilter {
  readonly lists: ReadonlySet<ListKind>
  /** The URIs as the client spells them, which is how it recognises them, by their normal form. */
  readonly resources: ReadonlyMap<string, string>
}

/** What is asked for in the words of the protocol. */
export type WireFilter = z4.infer<typeof WireFilterSchema>

/** Longest URI that is listened to: it is kept for as long as the stream is open. */
const LONGEST_URI = 2048

const FIELDS = { tools: 'toolsListChanged', resources: 'resourcesListChanged', prompts: 'promptsListChanged' } as const satisfies Record<ListKind, string>
const LISTS: readonly ListKind[] = ['tools', 'resources', 'prompts']

const WireFilterSchema = z4.object({
  toolsListChanged: z4.optional(z4.boolean()),
  resourcesListChanged: z4.optional(z4.boolean()),
  promptsListChanged: z4.optional(z4.boolean()),
  resourceSubscriptions: z4.optional(z4.array(z4.string())),
})
const ParamsSchema = z4.object({ notifications: WireFilterSchema })

/**
 * Reads what a `subscriptions/listen` request asks for. What is no absolute URI of a usable length is left out: there is
 * no such resource.
 *
 * @param mostResources most resources that one stream may ask for
 * @throws {RpcError} `-32602` for parameters that are wrong, and for too many resources
 */
export function readListenFilter(params: unknown, mostResources: number): ListenFilter {
  const parsed = ParamsSchema.safeParse(params)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new RpcError(INVALID_PARAMS, `Invalid params for subscriptions/listen: ${issue?.message ?? 'invalid'} at ${issue?.path.join('.')}`)
  }
  const { notifications } = parsed.data
  const asked = notifications.resourceSubscriptions ?? []
  if (asked.length > mostResources) {
    throw new RpcError(INVALID_PARAMS, `Too many resources for one stream: ${asked.length} of at most ${mostResources}`)
  }
  return { lists: new Set(LISTS.filter(list => notifications[FIELDS[list]])), resources: toResources(asked) }
}

/** The filter without the resources that do not pass, each asked once. */
export async function keepResources({ lists, resources }: ListenFilter, passes: (uri: URL) => Promise<boolean>): Promise<ListenFilter> {
  const kept = await Promise.all([...resources].map(async ([href]) => passes(new URL(href))))
  return { lists, resources: new Map([...resources].filter((_, index) => kept[index])) }
}

/** The filter as it is acknowledged: only what is delivered. */
export function toWireFilter({ lists, resources }: ListenFilter): WireFilter {
  return {
    ...Object.fromEntries(LISTS.filter(list => lists.has(list)).map(list => [FIELDS[list], true])),
    ...(resources.size > 0 ? { resourceSubscriptions: [...resources.values()] } : {}),
  }
}

function toResources(asked: readonly string[]): Map<string, string> {
  const resources = new Map<string, string>()
  for (const uri of asked) {
    const href = uri.length <= LONGEST_URI ? parseUrl(uri)?.href : undefined
    if (href !== undefined && !resources.has(href)) {
      resources.set(href, uri)
    }
  }
  return resources
}
