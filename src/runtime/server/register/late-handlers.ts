import { type AnyObjectSchema, type SchemaOutput, safeParse } from '@modelcontextprotocol/sdk/server/zod-compat.js'
import { getMethodLiteral } from '@modelcontextprotocol/sdk/server/zod-json-schema-compat.js'
import type { JSONRPCRequest, Result } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import { isRecord, toToolResult } from '../results/tool-result'
import type { SdkExtra, SdkServer } from '../session/exchange'
import { DEFINITION_METHODS, missingTool } from './dispatch'
import type { DefinitionView } from './view'
import { parseUrl } from '../../shared/parse-url'

type LateHandler = (request: JSONRPCRequest, extra: SdkExtra) => Promise<Result>

/** The lists of the protocol, and the key of their result. */
const LISTS: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
}

/**
 * The request handlers that the SDK's `McpServer` installs for its older registration methods (`tool()`, tasks, …).
 * They are kept aside here, and asked for what the endpoint does not have.
 */
export class LateHandlers {
  private handlers: Map<string, LateHandler> | undefined

  /** Lets the SDK believe that its handlers are installed. */
  keepAside(server: SdkServer): void {
    const install = server.setRequestHandler.bind(server)
    const assertFree = server.assertCanSetRequestHandler.bind(server)
    server.setRequestHandler = <T extends AnyObjectSchema>(schema: T, handler: (request: SchemaOutput<T>, extra: SdkExtra) => Result | Promise<Result>) => {
      const method = getMethodLiteral(schema)
      if (!DEFINITION_METHODS.has(method)) {
        install(schema, handler)
        return
      }
      this.handlers ??= new Map<string, LateHandler>()
      this.handlers.set(method, async (request, extra) => {
        const parsed = safeParse(schema, request)
        if (!parsed.success) {
          throw new RpcError(INVALID_PARAMS, `Invalid params for ${method}`)
        }
        return handler(parsed.data, extra)
      })
    }
    server.assertCanSetRequestHandler = (method) => {
      if (!DEFINITION_METHODS.has(method)) {
        assertFree(method)
      }
    }
  }

  /** Answers a request from `own`, and from what was registered late. */
  answer(request: JSONRPCRequest, extra: SdkExtra, view: DefinitionView, own: () => Promise<Result> | Result): Promise<Result> | Result {
    const late = this.handlers?.get(request.method)
    return late && !isOwn(request, view) ? this.answerLate(late, request, extra, view, own) : own()
  }

  private async answerLate(late: LateHandler, request: JSONRPCRequest, extra: SdkExtra, view: DefinitionView, own: () => Promise<Result> | Result): Promise<Result> {
    const list = LISTS[request.method]
    if (list) {
      const [mine, added] = await Promise.all([own(), late(request, extra)])
      const entries = toArray(added[list]).filter(entry => list !== 'tools' || isAllowed(entry, view))
      return { ...mine, [list]: [...toArray(mine[list]), ...entries] }
    }
    if (request.method !== 'tools/call') {
      return late(request, extra)
    }
    const name = String(request.params?.name)
    // The SDK answers for a tool that it does not know with a result, too.
    const isKnown = isAllowed({ name }, view) && (!view.missingIsError || await this.listsTool(name, request, extra))
    return isKnown ? toToolResult(await late(request, extra), name, false) : missingTool(view, name)
  }

  private async listsTool(name: string, request: JSONRPCRequest, extra: SdkExtra): Promise<boolean> {
    const { tools } = await this.handlers?.get('tools/list')?.({ ...request, method: 'tools/list', params: {} }, extra) ?? {}
    return toArray(tools).some(tool => isRecord(tool) && tool.name === name)
  }
}

function isAllowed(entry: unknown, { allowedTools }: DefinitionView): boolean {
  return !allowedTools || (isRecord(entry) && typeof entry.name === 'string' && allowedTools.has(entry.name))
}

function isOwn({ method, params }: JSONRPCRequest, { pools: { tools, prompts, resources, templates } }: DefinitionView): boolean {
  switch (method) {
    case 'tools/call':
      return tools.byKey.has(String(params?.name))
    case 'prompts/get':
      return prompts.byKey.has(String(params?.name))
    case 'resources/read': {
      const uri = String(params?.uri)
      const href = parseUrl(uri)?.href ?? uri
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

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
