import type { IncomingHttpHeaders } from 'node:http'
import type { McpConfig } from '../../types/config'
import type { HttpAnswer } from '../http/answer'
import { isRecord } from '../results/tool-result'
import { headerMismatch, idOf, invalidMeta, invalidRequest, unsupportedVersion } from './errors'
import { META, MODERN_REVISION } from './revision'

/**
 * Which revisions a request belongs to: those that begin with `initialize` (`legacy`), or those whose every request
 * describes itself (`modern`). A request that claims to be both, or neither, is answered with `refusal`.
 */
export type Era = { kind: 'legacy' } | { kind: 'modern' } | { kind: 'refused', answer: HttpAnswer }

const LEGACY: Era = { kind: 'legacy' }
const MODERN: Era = { kind: 'modern' }

/**
 * Decides from the body of a POST; the header only confirms it.
 *
 * @param body as JSON; `undefined` when it is none
 * @param protocol `mcp.protocol`
 */
export function eraOf(body: unknown, headers: IncomingHttpHeaders, protocol: McpConfig['protocol']): Era {
  if (protocol === 'legacy' || body === undefined) {
    return LEGACY
  }
  const isModernHeader = String(headers['mcp-protocol-version']).trim() === MODERN_REVISION
  if (Array.isArray(body)) {
    return isModernHeader || protocol === 'modern' || body.some(claimsModern)
      ? refused(invalidRequest(null, `batches are no part of protocol version ${MODERN_REVISION}`))
      : LEGACY
  }
  if (claimsModern(body)) {
    return MODERN
  }
  const { method, isRequest } = describe(body)
  // Notifications have no `_meta` of their own to say it with.
  if (isModernHeader && method !== undefined && !isRequest) {
    return MODERN
  }
  if (isModernHeader && method === 'initialize') {
    return refused(headerMismatch(idOf(body), `\`initialize\` is no method of protocol version ${MODERN_REVISION}, which \`MCP-Protocol-Version\` names`))
  }
  if (isModernHeader && isRequest) {
    return refused(invalidMeta(idOf(body), `\`params._meta\` lacks \`${META.protocolVersion}\`, and \`MCP-Protocol-Version\` names ${MODERN_REVISION}`))
  }
  return protocol === 'modern' ? legacyRefusal(body, headers) : LEGACY
}

function legacyRefusal(body: unknown, headers: IncomingHttpHeaders): Era {
  const { method, isRequest } = describe(body)
  if (method === undefined) {
    return refused(invalidRequest(idOf(body), 'neither a request nor a notification'))
  }
  if (!isRequest) {
    return refused({ status: 202 })
  }
  const params: unknown = isRecord(body) ? body.params : undefined
  const named = isRecord(params) && method === 'initialize' ? params.protocolVersion : headers['mcp-protocol-version']
  return refused(unsupportedVersion(idOf(body), typeof named === 'string' ? named : undefined))
}

function claimsModern(message: unknown): boolean {
  const params: unknown = isRecord(message) ? message.params : undefined
  const meta: unknown = isRecord(params) ? params._meta : undefined
  return isRecord(meta) && META.protocolVersion in meta
}

function describe(body: unknown): { method: string | undefined, isRequest: boolean } {
  return isRecord(body) && typeof body.method === 'string' ? { method: body.method, isRequest: 'id' in body } : { method: undefined, isRequest: false }
}

function refused(answer: HttpAnswer): Era {
  return { kind: 'refused', answer }
}
