import type { JSONRPCRequest, Result } from '@modelcontextprotocol/sdk/types.js'
import { CallToolRequestSchema, CompleteRequestSchema, GetPromptRequestSchema, ReadResourceRequestSchema, SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, RpcError } from '../../shared/json-rpc'
import { andThen } from '../../shared/and-then'
import type { McpRequestExtra } from '../define/extra'
import { errorResult } from '../results/content'
import { complete } from './completion'
import { listPrompts, listResources, listResourceTemplates, listTools } from './listing'
import { assertParams } from './params'
import { type DefinitionView, type VisibleResource, findVisible, findVisibleResource } from './view'
import { parseUrl } from '../../shared/parse-url'

/** The methods that definitions answer. What application code registers for them with the SDK's server is asked after these. */
export const DEFINITION_METHODS: ReadonlySet<string> = new Set([
  'tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read', 'resources/subscribe', 'resources/unsubscribe',
  'prompts/list', 'prompts/get', 'completion/complete',
])

/**
 * Answers a request for definitions with what this caller sees.
 *
 * @throws {RpcError} for unknown methods, prompts and resources, and for bad parameters
 */
export function dispatch(view: DefinitionView, request: JSONRPCRequest, extra: McpRequestExtra, event: H3Event): Promise<Result> | Result {
  switch (request.method) {
    case 'tools/list':
      return listTools(view)
    case 'tools/call':
      return callTool(view, assertParams(CallToolRequestSchema, request), extra, event)
    case 'resources/list':
      return listResources(view, extra)
    case 'resources/templates/list':
      return listResourceTemplates(view)
    case 'resources/read':
      return readResource(view, assertParams(ReadResourceRequestSchema, request).uri, extra, event)
    case 'resources/subscribe':
      return subscribe(view, assertParams(SubscribeRequestSchema, request).uri)
    case 'resources/unsubscribe':
      return unsubscribe(view, assertParams(UnsubscribeRequestSchema, request).uri)
    case 'prompts/list':
      return listPrompts(view)
    case 'prompts/get':
      return getPrompt(view, assertParams(GetPromptRequestSchema, request), extra, event)
    case 'completion/complete':
      return complete(view, assertParams(CompleteRequestSchema, request))
    default:
      throw new RpcError(METHOD_NOT_FOUND, 'Method not found')
  }
}

function callTool(view: DefinitionView, { name, arguments: args }: { name: string, arguments?: unknown }, extra: McpRequestExtra, event: H3Event): Promise<Result> | Result {
  return andThen(findVisible(view, view.pools.tools, name), tool => tool ? tool.call(args, extra, event) : missingTool(view, name))
}

/**
 * The answer to a call of a tool that this caller does not see.
 *
 * @throws {RpcError} where that is an error of the protocol
 */
export function missingTool(view: DefinitionView, name: string): Result {
  const message = `MCP error -32602: Tool ${name} ${absence(view, 'tool', name)}`
  if (view.missingIsError) {
    throw new RpcError(INVALID_PARAMS, message)
  }
  return errorResult(message)
}

async function getPrompt(view: DefinitionView, { name, arguments: args }: { name: string, arguments?: unknown }, extra: McpRequestExtra, event: H3Event): Promise<Result> {
  const prompt = await findVisible(view, view.pools.prompts, name)
  if (!prompt) {
    throw new RpcError(INVALID_PARAMS, `MCP error -32602: Prompt ${name} ${absence(view, 'prompt', name)}`)
  }
  return prompt.get(args, extra, event)
}

async function readResource(view: DefinitionView, requested: string, extra: McpRequestExtra, event: H3Event): Promise<Result> {
  const uri = parseUri(requested, view)
  const { resource, variables } = await findResource(view, uri, requested)
  return resource.read(uri, variables, extra, event)
}

/** @throws {RpcError} when there is no such resource */
async function findResource(view: DefinitionView, uri: URL, requested: string): Promise<VisibleResource> {
  const found = await findVisibleResource(view, uri)
  if (found) {
    return found
  }
  const message = `MCP error -32602: Resource ${uri.href} ${absence(view, 'resource', uri.href)}`
  throw new RpcError(INVALID_PARAMS, message, view.missingIsError ? { uri: requested } : undefined)
}

// Without sessions subscribing is accepted and without effect: no update can reach the client, so the capability is not
// promised, but a client that does not look at it goes on.
async function subscribe(view: DefinitionView, requested: string): Promise<Result> {
  const uri = parseUri(requested, view)
  await findResource(view, uri, requested)
  if (view.subscriptions?.add(uri.href, requested) === false) {
    throw new RpcError(INVALID_REQUEST, 'Too many resource subscriptions in this session')
  }
  return {}
}

function unsubscribe(view: DefinitionView, requested: string): Result {
  const { href } = parseUri(requested, view)
  view.subscriptions?.remove(href)
  return {}
}

function parseUri(uri: string, { missingIsError }: DefinitionView): URL {
  const url = parseUrl(uri)
  if (!url) {
    throw missingIsError ? new RpcError(INVALID_PARAMS, 'Invalid URL', { uri }) : new RpcError(INTERNAL_ERROR, 'Invalid URL')
  }
  return url
}

function absence(view: DefinitionView, kind: 'tool' | 'prompt' | 'resource', key: string): string {
  return view.live?.isDisabled(kind, key) ? 'disabled' : 'not found'
}
