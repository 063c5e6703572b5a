import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { type AnyObjectSchema, type SchemaOutput, safeParse } from '@modelcontextprotocol/sdk/server/zod-compat.js'
import { getMethodLiteral } from '@modelcontextprotocol/sdk/server/zod-json-schema-compat.js'
import type { JSONRPCRequest, Notification, Request, Result, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import { isRecord, toToolResult } from '../results/tool-result'
import { errorResult } from '../results/content'
import { dispatch } from './dispatch'
import type { DefinitionView } from './view'

type SdkExtra = RequestHandlerExtra<ServerRequest | Request, ServerNotification | Notification>
type LateHandler = (request: JSONRPCRequest, extra: SdkExtra) => Promise<Result>

/** The lists of the protocol, and the key of their result. */
const LISTS: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
}

const DISPATCHED = new Set([...Object.keys(LISTS), 'tools/call', 'resources/read', 'prompts/get', 'completion/complete'])

/**
 * Serves what listeners register on the SDK's `McpServer` next to the endpoint's own definitions. The SDK installs
 * request handlers of its own with the first registration; they are kept aside here, and asked for what the
 * endpoint does not have.
 */
export class LateRegistrations {
  private readonly handlers = new Map<string, LateHandler>()

  /** Names of the tools that were registered late. */
  readonly toolNames = new Set<string>()

  constructor(mcp: McpServer, private readonly view: DefinitionView) {
    this.keepHandlersAside(mcp)
    this.watchNames(mcp)
  }

  /** Answers a request from the endpoint's definitions and from the late ones. */
  async dispatch(request: JSONRPCRequest, extra: SdkExtra, event: H3Event): Promise<Result> {
    const late = this.handlers.get(request.method)
    if (!late || this.isOwn(request)) {
      return dispatch(this.view, request, extra, event)
    }
    const list = LISTS[request.method]
    if (list) {
      const [own, added] = await Promise.all([dispatch(this.view, request, extra, event), late(request, extra)])
      const entries = toArray(added[list]).filter(entry => list !== 'tools' || this.isAllowed(entry))
      return { ...own, [list]: [...toArray(own[list]), ...entries] }
    }
    if (request.method !== 'tools/call') {
      return late(request, extra)
    }
    const name = String(request.params?.name)
    return this.isAllowed({ name })
      ? toToolResult(await late(request, extra), name, false)
      : errorResult(`MCP error -32602: Tool ${name} not found`)
  }

  private isAllowed(entry: unknown): boolean {
    const { allowedTools } = this.view
    return !allowedTools || (isRecord(entry) && typeof entry.name === 'string' && allowedTools.has(entry.name))
  }

  private isOwn({ method, params }: JSONRPCRequest): boolean {
    const { tools, prompts, resources, templates } = this.view.pools
    switch (method) {
      case 'tools/call':
        return tools.byKey.has(String(params?.name))
      case 'prompts/get':
        return prompts.byKey.has(String(params?.name))
      case 'resources/read': {
        const uri = String(params?.uri)
        const href = URL.canParse(uri) ? new URL(uri).href : uri
        return resources.byKey.has(href) || templates.all.some(template => template.match(href))
      }
      case 'completion/complete': {
        const ref = isRecord(params?.ref) ? params.ref : {}
        return prompts.byKey.has(String(ref.name)) || templates.byKey.has(String(ref.uri))
      }
      default:
        return false
    }
  }

  private keepHandlersAside({ server }: McpServer): void {
    const install = server.setRequestHandler.bind(server)
    const assertFree = server.assertCanSetRequestHandler.bind(server)
    server.setRequestHandler = <T extends AnyObjectSchema>(schema: T, handler: (request: SchemaOutput<T>, extra: SdkExtra) => Result | Promise<Result>) => {
      const method = getMethodLiteral(schema)
      if (!DISPATCHED.has(method)) {
        install(schema, handler)
        return
      }
      this.handlers.set(method, async (request, extra) => {
        const parsed = safeParse(schema, request)
        if (!parsed.success) {
          throw new RpcError(INVALID_PARAMS, `Invalid params for ${method}`)
        }
        return handler(parsed.data, extra)
      })
    }
    server.assertCanSetRequestHandler = (method) => {
      if (!DISPATCHED.has(method)) {
        assertFree(method)
      }
    }
  }

  private watchNames(mcp: McpServer): void {
    const { tools, prompts } = this.view.pools
    const registerTool = mcp.registerTool.bind(mcp)
    mcp.registerTool = (name, ...rest) => {
      assertFree('Tool', name, tools.byKey)
      this.toolNames.add(name)
      return registerTool(name, ...rest)
    }
    const registerPrompt = mcp.registerPrompt.bind(mcp)
    mcp.registerPrompt = (name, ...rest) => {
      assertFree('Prompt', name, prompts.byKey)
      return registerPrompt(name, ...rest)
    }
  }
}

function assertFree(label: string, name: string, taken: ReadonlyMap<string, unknown>): void {
  if (taken.has(name)) {
    throw new Error(`${label} ${name} is already registered`)
  }
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
