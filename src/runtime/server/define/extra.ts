import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'

/**
 * What every definition handler receives last: abort `signal`, `requestId`, `requestInfo`, `sessionId` (with
 * sessions), `sendNotification` and `sendRequest`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export type McpRequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** @deprecated Use `McpRequestExtra`. */
export type McpToolExtra = McpRequestExtra
/** @deprecated Use `McpRequestExtra`. */
export type McpPromptExtra = McpRequestExtra
/** @deprecated Use `McpRequestExtra`. */
export type McpResourceExtra = McpRequestExtra
