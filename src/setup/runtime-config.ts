import { createDefu } from 'defu'
import type { SetupContext } from './context'

/** A list that the user gives replaces ours; plain `defu` would join them. */
const merge = createDefu((object, key, value) => {
  if (!Array.isArray(value)) return false
  object[key] = value
  return true
})

/**
 * Puts the options that may change after the build into the private `runtimeConfig.mcp`. Nuxt applies
 * `NUXT_MCP_*` variables to keys that exist only, so an unset option is there as `''`.
 */
export function setupRuntimeConfig({ nuxt, config }: SetupContext): void {
  const { enabled, route, browserRedirect, name, version, dir, maxBodySize, maxBatchSize, requestTimeout, protocol, sessions, subscriptions } = config
  const { mcp } = nuxt.options.runtimeConfig
  const values = merge(typeof mcp === 'object' && mcp !== null ? mcp : {}, {
    enabled,
    route,
    browserRedirect,
    name,
    version,
    description: config.description ?? '',
    instructions: config.instructions ?? '',
    dir,
    security: {
      allowedOrigins: config.security.allowedOrigins ?? '',
      allowedHosts: config.security.allowedHosts ?? '',
      trustProxy: config.security.trustProxy ?? '',
    },
    maxBodySize,
    maxBatchSize,
    requestTimeout,
    protocol,
    sessions,
    subscriptions,
    stateSecret: '',
  })
  // Nuxt types the key by the values of the last `nuxt prepare`, where a list may have been `''`.
  Object.assign(nuxt.options.runtimeConfig, { mcp: values })
}
