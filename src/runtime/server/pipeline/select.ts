import config from '#nuxt-mcp-toolkit/config.mjs'
import { defaultHandler } from '#nuxt-mcp-toolkit/default-handler.mjs'
import { files } from '#nuxt-mcp-toolkit/files.mjs'
import { handlers } from '#nuxt-mcp-toolkit/handlers.mjs'
import { prompts } from '#nuxt-mcp-toolkit/prompts.mjs'
import { resources } from '#nuxt-mcp-toolkit/resources.mjs'
import { tools } from '#nuxt-mcp-toolkit/tools.mjs'
import type { McpConfig } from '../../types/config'
import type { McpHandlerOptions } from '../define/handler'
import type { McpHandlerEntry } from '../define/source'
import { type Catalogue, createEndpoint } from './create-endpoint'
import type { Endpoint } from './endpoint'
import { setHandlerNames } from '../session/handler-names'
import { overrideConfig } from './runtime-config'

const catalogue: Catalogue = { tools, resources, prompts, files }
const endpoints = new Map<string, Endpoint>()
setHandlerNames(handlers.map(({ name }) => name))

/** What endpoints read of Nitro's runtime configuration. */
export interface RuntimeValues {
  mcp?: unknown
  app: { baseURL: string }
}

/**
 * The endpoint that is mounted at a route. Worked out on its first request and kept.
 *
 * @param route the matched route, without `app.baseURL`
 * @param runtimeConfig asked once per endpoint, for the values that the environment overrides
 */
export function selectEndpoint(route: string, runtimeConfig: () => RuntimeValues): Endpoint {
  let endpoint = endpoints.get(route)
  if (!endpoint) {
    const { mcp, app } = runtimeConfig()
    const resolved: McpConfig = overrideConfig(config, mcp)
    const handler: McpHandlerEntry | undefined = handlers.find(entry => entry.route === route)
    const options: McpHandlerOptions = handler?.options ?? defaultHandler ?? {}
    endpoint = createEndpoint(resolved, options, handler, catalogue, app.baseURL)
    endpoints.set(route, endpoint)
  }
  return endpoint
}

/** All endpoints of the application. */
export function allEndpoints(runtimeConfig: () => RuntimeValues): Endpoint[] {
  return [config.route, ...handlers.map(handler => handler.route)].map(route => selectEndpoint(route, runtimeConfig))
}
