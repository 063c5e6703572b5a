import type { H3Event } from 'h3'
import { withoutBase, withoutTrailingSlash } from 'ufo'
import { INVALID_REQUEST } from '../../shared/json-rpc'
import type { McpConfig } from '../../types/config'
import { namesEventStream } from '../http/accept'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'

/**
 * The answer to an MCP client that asks for a handler that does not exist, `undefined` for every other request.
 * Pages of the application may live below the MCP route too, so only what no browser would send for a page counts.
 */
export function answerUnknownHandler(event: H3Event, config: McpConfig): HttpAnswer | undefined {
  const [path = ''] = event.path.split('?', 1)
  const below = withoutBase(withoutTrailingSlash(path), config.route)
  const isBelow = below !== withoutTrailingSlash(path) && /^\/[^/]+$/.test(below)
  const wantsPage = (event.method === 'GET' || event.method === 'HEAD') && !namesEventStream(event.node.req.headers.accept)
  if (!isBelow || wantsPage) {
    return undefined
  }
  return rpcErrorAnswer(404, INVALID_REQUEST, `Unknown MCP handler: ${below.slice(1)}`)
}
