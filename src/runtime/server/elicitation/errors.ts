/**
 * Why an elicitation has no answer:
 *
 * | code | cause |
 * |---|---|
 * | `unsupported` | the client did not declare the mode, or is of a protocol version before 2026-07-28 and served without sessions, or nothing can be asked while this method is answered; nothing was sent |
 * | `invalid-schema` | a field that a form cannot show; nothing was sent |
 * | `invalid-url` | not an absolute `http:` or `https:` URL; nothing was sent |
 * | `invalid-response` | the client's answer does not fit the schema or the protocol |
 * | `timeout` | no answer in time; the client was told |
 * | `aborted` | the request that asked was cancelled, or its client is gone; the client was told |
 */
export type McpElicitationErrorCode = 'unsupported' | 'invalid-schema' | 'invalid-url' | 'invalid-response' | 'timeout' | 'aborted'

/**
 * An elicitation that has no answer. A JSON-RPC error that the client answers with is not one of these: it stays the
 * SDK's `McpError`, with the client's code.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class McpElicitationError extends Error {
  override name = 'McpElicitationError'

  constructor(readonly code: McpElicitationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
  }
}

/**
 * The client is being asked, and this run of the handler is over: the request has been answered with the question, and
 * the handler runs again when the client comes back with the answer. Only on requests of protocol version 2026-07-28
 * and later.
 *
 * Let it pass. A handler that catches it may go on, but what it returns goes nowhere, and `extra.signal` is aborted.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/mrtr
 */
export class McpInputRequiredError extends Error {
  override name = 'McpInputRequiredError'

  constructor() {
    super('The client is being asked for input: this run of the handler is over, and the next one gets the answer.')
  }
}
