import { hasNuxtModule } from '@nuxt/kit'
import { joinURL } from 'ufo'
import type { SetupContext } from './context'

/** What this module reads and writes of evlog's options, which are also its runtime config. */
interface EvlogConfig {
  env?: { service?: string }
  routes?: EvlogRoutes
}

/** Options by path pattern; the first pattern that matches counts. */
type EvlogRoutes = Record<string, { service?: string }>

/**
 * Gives the endpoint a service name of its own in evlog, when evlog is there. Waits for all modules, so that their
 * order does not matter.
 *
 * @throws {Error} at build time, when `mcp.logging` is `true` and evlog is not there
 */
export function setupEvlog({ nuxt, config, build }: SetupContext): void {
  if (build.logging === false) return

  nuxt.hook('modules:done', () => {
    // By its entry in `modules`, and by the name that it tells about itself however it was installed.
    if (!hasNuxtModule('evlog/nuxt', nuxt) && !hasNuxtModule('evlog', nuxt)) {
      if (build.logging) throw new Error(MISSING)
      return
    }
    const { runtimeConfig } = nuxt.options
    const evlog: EvlogConfig = isObject(runtimeConfig.evlog) ? runtimeConfig.evlog : {}
    const route = joinURL(nuxt.options.app.baseURL, config.route)
    Object.assign(runtimeConfig, { evlog: { ...evlog, routes: toServiceRoutes(evlog, route, config.name) } })
  })
}

/** evlog's `routes` with the endpoint's patterns in front. A service that the user named stays. */
export function toServiceRoutes({ env, routes = {} }: EvlogConfig, route: string, name: string): EvlogRoutes {
  const below = `${route}/**`
  const service = routes[route]?.service ?? routes[below]?.service ?? (env?.service ? `${env.service}/mcp` : toSlug(name) || 'mcp')
  const { [route]: own, [below]: handlers, ...others } = routes
  return {
    [below]: { service, ...handlers },
    [route]: { service, ...own },
    ...others,
  }
}

const MISSING = '`mcp.logging` is `true`, but evlog is not installed. Install `evlog` and add `evlog/nuxt` to `modules`; or remove `mcp.logging` to log when evlog is there, or set it to `false` to never do so.'

/** `My Shop!` → `my-shop`. */
function toSlug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
