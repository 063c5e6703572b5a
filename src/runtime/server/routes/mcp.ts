import { defineEventHandler } from 'h3'
import { useNitroApp, useRuntimeConfig } from 'nitropack/runtime'
import { handleMcpRequest } from '../pipeline/handler'
import { selectEndpoint } from '../pipeline/select'

/** Every MCP endpoint: the default one, and one route per handler. */
export default defineEventHandler((event) => {
  const endpoint = selectEndpoint(event.context.matchedRoute?.path ?? '', () => useRuntimeConfig(event).mcp)
  return handleMcpRequest(event, endpoint, useNitroApp())
})
