import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { parseUrl } from '../../shared/parse-url'
import { type DefinitionView, findVisibleResource } from '../register/view'
import { type CacheHint, type HintedEndpoint, type ListName, NO_CACHE, discoverHint, listHint, readHint } from './cache-hints'

const LISTS: ReadonlyMap<string, ListName> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'templates'],
])

/** How long the client may keep the result of a request; `undefined` for results that are never kept. */
export function hintOfRequest(endpoint: HintedEndpoint, { method, params }: JSONRPCRequest, view: DefinitionView): CacheHint | Promise<CacheHint> | undefined {
  if (method === 'server/discover') {
    return discoverHint(endpoint, view)
  }
  if (method === 'resources/read') {
    return hintOfResource(endpoint, params?.uri, view)
  }
  const list = LISTS.get(method)
  return list && listHint(endpoint, list, view)
}

async function hintOfResource(endpoint: HintedEndpoint, requested: unknown, view: DefinitionView): Promise<CacheHint> {
  const uri = typeof requested === 'string' ? parseUrl(requested) : undefined
  const found = uri && await findVisibleResource(view, uri)
  return found ? readHint(endpoint, found.resource, view) : NO_CACHE
}
