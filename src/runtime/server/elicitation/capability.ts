import type { McpExchange } from '../session/exchange'
import { McpElicitationError } from './errors'
import type { ElicitationMode } from './types'

/**
 * Whether the client of the exchange declared a mode. `{}` means forms, from before there were modes; so does an
 * object that names neither mode.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities
 */
export function supportsElicitation({ server, sessionId }: McpExchange, mode: ElicitationMode): boolean {
  const declared: object | undefined = server.getClientCapabilities()?.elicitation
  // Without a session the answer would arrive in a request of its own, at a server that never asked.
  if (!declared || sessionId === undefined) {
    return false
  }
  return mode === 'form' ? 'form' in declared || !('url' in declared) : mode in declared
}

/** @throws {McpElicitationError} `unsupported` */
export function assertElicitation(exchange: McpExchange, mode: ElicitationMode): void {
  if (supportsElicitation(exchange, mode)) {
    return
  }
  const reason = exchange.sessionId === undefined
    ? 'the server answers it without a session, see `mcp.sessions`'
    : 'it did not declare the capability when it connected'
  throw new McpElicitationError('unsupported', `Client does not support elicitation (mode=${mode}): ${reason}. Ask \`supports('${mode}')\` first.`)
}
