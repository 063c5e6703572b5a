import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { MISSING_CLIENT_CAPABILITY, RpcError } from '../../shared/json-rpc'
import type { McpExchange } from '../session/exchange'
import { McpElicitationError } from './errors'
import type { ElicitationMode } from './types'

/**
 * Whether the client of the exchange declared a mode.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#capabilities
 */
export function supportsElicitation({ server, sessionId, rounds }: McpExchange, mode: ElicitationMode): boolean {
  // Without a session the answer would arrive in a request of its own, at a server that never asked.
  return (sessionId !== undefined || rounds !== undefined) && declaresElicitation(server.sdk.getClientCapabilities(), mode)
}

/** `{}` means forms, from before there were modes; so does an object that names neither mode. */
export function declaresElicitation(capabilities: ClientCapabilities | undefined, mode: ElicitationMode): boolean {
  const declared: object | undefined = capabilities?.elicitation
  if (declared === undefined) {
    return false
  }
  const [form, url] = [Object.hasOwn(declared, 'form'), Object.hasOwn(declared, 'url')]
  return mode === 'form' ? form || !url : mode === 'url' && url
}

/** @throws {McpElicitationError} `unsupported` */
export function assertElicitation(exchange: McpExchange, mode: ElicitationMode): void {
  if (supportsElicitation(exchange, mode)) {
    return
  }
  const { sessionId, rounds, silentMethod } = exchange
  if (silentMethod !== undefined) {
    throw new McpElicitationError('unsupported', `The client cannot be asked while \`${silentMethod}\` is answered: the protocol has no place for it. Ask in the handler of a tool, resource or prompt.`)
  }
  const reason = sessionId === undefined && rounds === undefined
    ? 'the server answers it without a session, see `mcp.sessions`'
    : 'it did not declare the capability'
  // A handler may do without; if it does not, the client learns what it lacks.
  const cause = rounds ? missingCapability({ elicitation: { [mode]: {} } }) : undefined
  throw new McpElicitationError('unsupported', `Client does not support elicitation (mode=${mode}): ${reason}. Ask \`supports('${mode}')\` first.`, { cause })
}

/** The error for a modern client that did not declare what answering its request takes. */
export function missingCapability(requiredCapabilities: ClientCapabilities): RpcError {
  return new RpcError(MISSING_CLIENT_CAPABILITY, `Missing required client capability: ${JSON.stringify(requiredCapabilities)}`, { requiredCapabilities })
}
