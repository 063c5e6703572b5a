import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Implementation, Notification, Request, Result, ServerCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { JsonSchemaType, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import type { H3Event } from 'h3'
import type { DefinitionPools } from '../compile/pool'
import { hasCompletions } from './completion'
import { dispatch } from './dispatch'
import { LateRegistrations } from './late-registrations'
import type { DefinitionView } from './view'

/** What `initialize` tells about an endpoint. */
export interface ServerIdentity {
  readonly info: Implementation
  readonly instructions?: string
}

type SdkServer = Server<Request, Notification, Result>

// An Ajv instance keeps every schema that it ever compiled and confuses equal `$id`s, so each use gets a new one;
// most requests never validate and never pay for it.
const validator: jsonSchemaValidator = {
  getValidator: <T>(schema: JsonSchemaType) => new AjvJsonSchemaValidator().getValidator<T>(schema),
}

/** The capabilities of an endpoint. Lists cannot change while a stateless request lasts, so none promises it. */
export function capabilitiesOf(pools: DefinitionPools): ServerCapabilities {
  return {
    logging: {},
    tools: {},
    resources: {},
    prompts: {},
    ...(hasCompletions(pools) ? { completions: {} } : {}),
  }
}

/** The SDK server of one request, which answers from the view. */
export function createServer(identity: ServerIdentity, view: DefinitionView, event: H3Event): SdkServer {
  const server: SdkServer = new Server(identity.info, serverOptions(identity, view))
  server.fallbackRequestHandler = (request, extra) => dispatch(view, request, extra, event)
  return server
}

/**
 * The same, with the SDK's high-level `McpServer` in front, on which listeners of `mcp:server:created` register
 * more. It is several times as dear, so it is made only when somebody listens.
 */
export function createExtensibleServer(identity: ServerIdentity, view: DefinitionView, event: H3Event): { mcp: McpServer, late: LateRegistrations } {
  const mcp = new McpServer(identity.info, { instructions: identity.instructions, jsonSchemaValidator: validator })
  const late = new LateRegistrations(mcp, view)
  mcp.server.registerCapabilities(capabilitiesOf(view.pools))
  mcp.server.fallbackRequestHandler = (request, extra) => late.dispatch(request, extra, event)
  return { mcp, late }
}

function serverOptions(identity: ServerIdentity, view: DefinitionView) {
  return { capabilities: capabilitiesOf(view.pools), instructions: identity.instructions, jsonSchemaValidator: validator }
}
