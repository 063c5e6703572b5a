import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer } from '../http/answer'
import { isRecord } from '../results/tool-result'
import { isRequest, isResponse, parseMessage } from '../transport/messages'
import { headerMismatch, idOf, invalidMeta, invalidRequest, methodNotFound, unsupportedVersion } from './errors'
import { findMismatch, findMissing } from './headers'
import { type RequestMeta, readMeta } from './meta'
import { META, MODERN_REVISIONS, REMOVED_METHODS } from './revision'

export type ModernMessage
  = | { kind: 'request', request: JSONRPCRequest, meta: RequestMeta }
    | { kind: 'notification', notification: JSONRPCNotification }
    | { kind: 'refused', answer: HttpAnswer }

/**
 * Reads a message of a modern revision and checks that its parts and its headers agree.
 *
 * @param body as JSON
 */
export function readModernMessage(body: unknown, headers: IncomingHttpHeaders): ModernMessage {
  const message = parseMessage(body)
  if (message && !isResponse(message) && !isRequest(message)) {
    return checkNotification(message, headers)
  }
  const read = readMeta(isRecord(body) ? body.params : undefined)
  if (!read.ok) {
    return refused(invalidMeta(idOf(body), read.problem))
  }
  return message && isRequest(message)
    ? checkRequest(message, read.meta, headers)
    : refused(invalidRequest(idOf(body), 'no valid JSON-RPC message'))
}

function checkRequest(request: JSONRPCRequest, meta: RequestMeta, headers: IncomingHttpHeaders): ModernMessage {
  const { id, method } = request
  const mismatch = findMismatch(headers, method, meta.protocolVersion)
  if (mismatch !== undefined) {
    return refused(headerMismatch(id, mismatch))
  }
  if (!MODERN_REVISIONS.includes(meta.protocolVersion)) {
    return refused(unsupportedVersion(id, meta.protocolVersion))
  }
  const missing = findMissing(headers, request)
  if (missing !== undefined) {
    return refused(headerMismatch(id, missing))
  }
  return REMOVED_METHODS.has(method) ? refused(methodNotFound(id)) : { kind: 'request', request, meta }
}

// A notification needs neither `_meta` nor headers; what is there has to agree.
function checkNotification(notification: JSONRPCNotification, headers: IncomingHttpHeaders): ModernMessage {
  const version = notification.params?._meta?.[META.protocolVersion]
  if (version !== undefined && typeof version !== 'string') {
    return refused(invalidMeta(null, `\`params._meta.${META.protocolVersion}\`: expected string`))
  }
  const mismatch = findMismatch(headers, notification.method, version)
  return mismatch === undefined ? { kind: 'notification', notification } : refused(headerMismatch(null, mismatch))
}

function refused(answer: HttpAnswer): ModernMessage {
  return { kind: 'refused', answer }
}
