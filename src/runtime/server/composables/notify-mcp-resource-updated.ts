import { publishChange } from '../session/publish-change'
import { parseUrl } from '../../shared/parse-url'

/**
 * Tells every client that subscribed to a resource that it changed: clients of MCP 2026-07-28 on their
 * `subscriptions/listen` streams, those with sessions (`mcp.sessions`) on theirs. Works in any server code.
 *
 * @param uri of the resource as clients read it: for a template, with its variables filled in
 * @throws {TypeError} when it is no absolute URI
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export async function notifyMcpResourceUpdated(uri: string | URL): Promise<void> {
  const url = parseUrl(String(uri))
  if (!url) {
    throw new TypeError(`\`${String(uri)}\` is not an absolute URI.`)
  }
  await publishChange({ type: 'resource-updated', href: url.href })
}
