import { reportUnknownHandler } from '../session/handler-names'
import { publishChange } from '../session/publish-change'

/** The lists that clients can be told about. Resource templates count as resources. */
export type McpListName = 'tools' | 'resources' | 'prompts'

const LISTS: readonly string[] = ['tools', 'resources', 'prompts'] satisfies McpListName[]

/**
 * Tells clients that a list is not what it was, so that they ask for it again: clients of MCP 2026-07-28 on their
 * `subscriptions/listen` streams, those with sessions (`mcp.sessions`) on theirs. Works in any server code. Call it when
 * what decides about visibility changed: a feature flag, the roles of a user, the rows that a function of a handler
 * turns into tools.
 *
 * @param list what changed
 * @param options.handler name of the handler whose list it is; one that there is not is logged. @default every endpoint
 * @throws {TypeError} when there is no such list
 * @example
 * await setFeatureFlag('beta', true)
 * await notifyMcpListChanged('tools', { handler: 'admin' })
 */
export async function notifyMcpListChanged(list: McpListName, { handler }: { handler?: string } = {}): Promise<void> {
  if (!LISTS.includes(list)) {
    throw new TypeError(`There is no list \`${String(list)}\`. Use \`tools\`, \`resources\` or \`prompts\`.`)
  }
  if (handler !== undefined) {
    reportUnknownHandler(handler, 'notifyMcpListChanged()')
  }
  await publishChange({ type: 'list-changed', list, ...(handler === undefined ? {} : { handler }) })
}
