/** JSON-RPC 2.0 error codes, and the server-error code that MCP transports use. */
export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const SERVER_ERROR = -32000
/** MCP transports: the session is unknown, or there can be no more of them. */
export const SESSION_NOT_FOUND = -32001
/** MCP SDKs: answering the request took longer than it may. The same number, but the error of a single request. */
export const REQUEST_TIMEOUT = -32001
/** MCP since 2026-07-28: a header is missing, or says something else than the body. */
export const HEADER_MISMATCH = -32020
/** MCP since 2026-07-28: answering takes something of the client that it did not declare. */
export const MISSING_CLIENT_CAPABILITY = -32021
/** MCP since 2026-07-28: the server does not speak the revision that the request names. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022
/** MCP before 2026-07-28: there is no such resource. Later revisions have `-32602` for it. */
export const RESOURCE_NOT_FOUND = -32002
/** MCP before 2026-07-28: the client must open a URL before the request can succeed. */
export const URL_ELICITATION_REQUIRED = -32042

/** An error that reaches the client as a JSON-RPC error with exactly this code, message and data. */
export class RpcError extends Error {
  constructor(readonly code: number, message: string, readonly data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RpcError'
  }
}
