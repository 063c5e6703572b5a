import { useEvent } from 'nitropack/runtime'
import { type McpExchange, exchangeOf } from '../session/exchange'

/**
 * The MCP exchange of the code that is running.
 *
 * @throws {Error} outside of tool, resource and prompt handlers
 */
export function useExchange(): McpExchange {
  const exchange = exchangeOf(useEvent())
  if (!exchange) {
    throw new Error('No MCP server instance available. Call this inside a tool, resource or prompt handler, with `nitro.experimental.asyncContext` enabled.')
  }
  return exchange
}
