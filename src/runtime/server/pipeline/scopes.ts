import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { authInfoOf } from '../auth/auth-info'
import { scopesToAsk } from '../auth/authenticate'
import { insufficientScope, unauthorized } from '../auth/challenge'
import { toMetadataUrl } from '../auth/resource-metadata'
import { missingScopes } from '../auth/token'
import type { CompiledDefinition } from '../compile/compiled'
import type { HttpAnswer } from '../http/answer'
import { reportOnce } from '../observability/log'
import { type DefinitionView, findVisible, findVisibleResource } from '../register/view'
import { isRequest } from '../transport/messages'
import type { Endpoint } from './endpoint'
import { resourceOf } from './resource'
import { parseUrl } from '../../shared/parse-url'

/**
 * The answer to a POST that uses a definition whose scopes the caller's token lacks; `undefined` when it may go on.
 * It has to come before anything is sent, because it is told by the status. What the caller does not see stays not
 * found.
 *
 * @param id of the request, for clients that expect it in errors of the HTTP request too
 */
export function checkScopes(event: H3Event, endpoint: Endpoint, view: DefinitionView | undefined, messages: readonly JSONRPCMessage[], id?: RequestId): Promise<HttpAnswer | undefined> | undefined {
  return view && isScoped(view) ? findForbidden(event, endpoint, view, messages, id) : undefined
}

async function findForbidden(event: H3Event, endpoint: Endpoint, view: DefinitionView, messages: readonly JSONRPCMessage[], id?: RequestId): Promise<HttpAnswer | undefined> {
  const used = await Promise.all(messages.map(message => findUsed(view, message)))
  const needed = [...new Set(used.flatMap(definition => definition?.definition.scopes ?? []))]
  const info = authInfoOf(event)
  const missing = missingScopes(info, needed)
  if (missing.length === 0) {
    return undefined
  }
  if (!endpoint.auth) {
    reportOnce('error', `The endpoint \`${endpoint.route}\` has definitions with \`scopes\` but no \`auth\`, so nobody can use them.`)
    return insufficientScope(missing, { metadataUrl: undefined, scopes: missing, id })
  }
  const context = { metadataUrl: toMetadataUrl(resourceOf(event, endpoint)), scopes: scopesToAsk(info, [...endpoint.auth.requiredScopes ?? [], ...needed]), id }
  return info ? insufficientScope(missing, context) : unauthorized(undefined, context)
}

/** Whether using any of the definitions takes a scope. */
function isScoped({ pools: { tools, resources, templates, prompts } }: DefinitionView): boolean {
  return tools.scoped || resources.scoped || templates.scoped || prompts.scoped
}

async function findUsed(view: DefinitionView, message: JSONRPCMessage): Promise<CompiledDefinition | undefined> {
  if (!isRequest(message)) {
    return undefined
  }
  const { method, params } = message
  switch (method) {
    case 'tools/call':
      return findVisible(view, view.pools.tools, String(params?.name))
    case 'prompts/get':
      return findVisible(view, view.pools.prompts, String(params?.name))
    case 'resources/read':
    case 'resources/subscribe':
      return findResource(view, params?.uri)
    case 'completion/complete':
      return findCompleted(view, params?.ref)
    default:
      return undefined
  }
}

async function findResource(view: DefinitionView, uri: unknown): Promise<CompiledDefinition | undefined> {
  const url = typeof uri === 'string' ? parseUrl(uri) : undefined
  return url && (await findVisibleResource(view, url))?.resource
}

async function findCompleted(view: DefinitionView, ref: unknown): Promise<CompiledDefinition | undefined> {
  if (typeof ref !== 'object' || ref === null) {
    return undefined
  }
  return 'name' in ref
    ? findVisible(view, view.pools.prompts, String(ref.name))
    : 'uri' in ref ? findVisible(view, view.pools.templates, String(ref.uri)) : undefined
}
