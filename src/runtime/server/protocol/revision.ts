/**
 * The revision of the protocol that this room serves beside those of the SDK.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export const MODERN_REVISION = '2026-07-28'

/** What a client of a modern revision can choose from; the same in `server/discover` and in errors. */
export const MODERN_REVISIONS: readonly string[] = [MODERN_REVISION]

/** Keys of a request's `_meta`, which says in every request what `initialize` once said for a session. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const

/** Key of a result's `_meta` that names the server. */
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Key of the `_meta` of everything that is sent on a stream, which names the request that opened it. */
export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

/** Methods that may be answered with questions to the client. */
export const INPUT_METHODS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** Every method of the revision. */
export const METHODS: ReadonlySet<string> = new Set([
  ...INPUT_METHODS,
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'completion/complete',
  'subscriptions/listen',
])

/** Methods of earlier revisions that the SDK's server would still answer. */
export const REMOVED_METHODS: ReadonlySet<string> = new Set(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])
