import { addServerPlugin } from '@nuxt/kit'
import type { SetupContext } from './context'
import { isShortLived } from './sessions'

/** What `subscriptions/listen` needs of Nitro. */
export function setupSubscriptions(ctx: SetupContext): void {
  const { nuxt, config, resolver } = ctx
  if (!config.subscriptions.enabled) return
  const plugin = resolver.resolve('./runtime/server/routes/subscriptions')
  addServerPlugin(plugin)
  // By then Nitro has settled on a preset, and the configuration has not been written yet. A stream that nothing can
  // reach must not be promised.
  nuxt.hook('nitro:init', ({ options }) => {
    if (!isShortLived(options.preset)) return
    config.subscriptions = { ...config.subscriptions, enabled: false }
    leaveOut(options, plugin)
  })
}

/**
 * Takes subscriptions out of a server that is about to be built. Workers may do nothing but define things until a
 * request comes, and have no shutdown to wait for.
 *
 * @param plugin Nitro's, which ends the streams with the process
 */
export function leaveOut(options: { plugins: string[], runtimeConfig: { mcp?: { subscriptions?: object } } }, plugin: string): void {
  options.plugins = options.plugins.filter(path => path !== plugin)
  Object.assign(options.runtimeConfig.mcp?.subscriptions ?? {}, { enabled: false })
}
