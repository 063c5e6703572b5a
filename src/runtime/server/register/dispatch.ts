import type { JSONRPCRequest, Result } from '@modelcontextprotocol/sdk/types.js'
import { CallToolRequestSchema, CompleteRequestSchema, GetPromptRequestSchema, ReadResourceRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '../../shared/json-rpc'
import type { McpRequestExtra } from '../define/extra'
import { errorResult } from '../results/content'
import { complete } from './completion'
import { listPrompts, listResources, listResourceTemplates, listTools } from './listing'
import { assertParams } from './params'
import { type DefinitionView, findVisible } from './view'

/**
 * Answers a request for definitions with what this caller sees.
 *
 * @throws {RpcError} for unknown methods, prompts and resources, and for bad parameters
 */
export async function dispatch(view: DefinitionView, request: JSONRPCRequest, extra: McpRequestExtra, event: H3Event): Promise<Result> {
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

async function callTool(view: DefinitionView, { name, arguments: args }: { name: string, arguments?: unknown }, extra: McpRequestExtra, event: H3Event): Promise<Result> {
  const tool = await findVisible(view, view.pools.tools, name)
  return tool ? tool.call(args, extra, event) : errorResult(`MCP error -32602: Tool ${name} ${absence(view, 'tool', name)}`)
}

async function getPrompt(view: DefinitionView, { name, arguments: args }: { name: string, arguments?: unknown }, extra: McpRequestExtra, event: H3Event): Promise<Result> {
  const prompt = await findVisible(view, view.pools.prompts, name)
  if (!prompt) {
    throw new RpcError(INVALID_PARAMS, `MCP error -32602: Prompt ${name} ${absence(view, 'prompt', name)}`)
  }
  return prompt.get(args, extra, event)
}

async function readResource(view: DefinitionView, requested: string, extra: McpRequestExtra, event: H3Event): Promise<Result> {
  if (!URL.canParse(requested)) {
    throw new RpcError(INTERNAL_ERROR, 'Invalid URL')
  }
  const uri = new URL(requested)
  const resource = await findVisible(view, view.pools.resources, uri.href)
  if (resource) {
    return resource.read(uri, undefined, extra, event)
  }
  for (const template of view.pools.templates.all) {
    const variables = template.match(uri.href)
    if (variables && await view.isEnabled(template)) {
      return template.read(uri, variables, extra, event)
    }
  }
  throw new RpcError(INVALID_PARAMS, `MCP error -32602: Resource ${uri.href} ${absence(view, 'resource', uri.href)}`)
}

function absence(view: DefinitionView, kind: 'tool' | 'prompt' | 'resource', key: string): string {
  return view.live?.isDisabled(kind, key) ? 'disabled' : 'not found'
}
