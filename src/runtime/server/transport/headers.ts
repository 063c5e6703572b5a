import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import type { IncomingHttpHeaders } from 'node:http'
import { SERVER_ERROR } from '../../shared/json-rpc'
import { namesEventStream, readAccept } from '../http/accept'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'

/** Refuses a POST whose headers rule out a JSON exchange. Looks at `Accept` before `Content-Type`. */
export function checkPostHeaders(headers: IncomingHttpHeaders): HttpAnswer | undefined {
  if (!readAccept(headers.accept).json) {
    return rpcErrorAnswer(406, SERVER_ERROR, 'Not Acceptable: Client must accept application/json')
  }
  if (mediaType(headers['content-type']) !== 'application/json') {
    return rpcErrorAnswer(415, SERVER_ERROR, 'Unsupported Media Type: Content-Type must be application/json')
  }
  return undefined
}

/** Refuses a GET that does not ask for an event stream by name: a wildcard comes from programs that look around. */
export function checkListenHeaders({ accept }: IncomingHttpHeaders): HttpAnswer | undefined {
  return namesEventStream(accept) && readAccept(accept).stream
    ? undefined
    : rpcErrorAnswer(406, SERVER_ERROR, 'Not Acceptable: Client must accept text/event-stream')
}

/** Refuses protocol versions that the SDK does not speak. `initialize` negotiates instead. */
export function checkProtocolVersion(headers: IncomingHttpHeaders, messages: readonly JSONRPCMessage[]): HttpAnswer | undefined {
  const version = headers['mcp-protocol-version']
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)) || messages.some(message => 'method' in message && message.method === 'initialize')) {
    return undefined
  }
  return rpcErrorAnswer(400, SERVER_ERROR, `Bad Request: Unsupported protocol version: ${String(version)} (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`)
}

function mediaType(header: string | undefined): string | undefined {
  return header?.split(';', 1)[0]?.trim().toLowerCase()
}
