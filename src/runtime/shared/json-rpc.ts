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
/** MCP: the client must open a URL before the request can succeed. */
export const URL_ELICITATION_REQUIRED = -32042

/** An error that reaches the client as a JSON-RPC error with exactly this code, message and data. */
export class RpcError extends Error {
  constructor(readonly code: number, message: string, readonly data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RpcError'
  }
}
