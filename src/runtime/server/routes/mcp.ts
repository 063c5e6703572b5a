import { defineEventHandler } from 'h3'
import { useNitroApp, useRuntimeConfig } from 'nitropack/runtime'
import { currentEvent } from '../http/current-event'
import { handleMcpRequest } from '../pipeline/handler'
import { selectEndpoint } from '../pipeline/select'
import { sessionHost } from '../session/host'

/** Every MCP endpoint: the default one, and one route per handler. */
export default defineEventHandler((event) => {
  const endpoint = selectEndpoint(event.context.matchedRoute?.path ?? '', () => useRuntimeConfig(event))
  const { hooks, captureError } = useNitroApp()
  return handleMcpRequest(event, endpoint, { hooks, captureError, sessionHost, currentEvent })
})
