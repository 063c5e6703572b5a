import { addServerPlugin } from '@nuxt/kit'
import type { SetupContext } from './context'
import { isShortLived } from './sessions'

/** What `subscriptions/listen` needs of Nitro. */
export function setupSubscriptions(ctx: SetupContext): void {
  const { nuxt, config, resolver } = ctx
  if (!config.subscriptions.enabled) return
  addServerPlugin(resolver.resolve('./runtime/server/routes/subscriptions'))
  // By then Nitro has settled on a preset, and the configuration has not been written yet. A stream that nothing can
  // reach must not be promised.
  nuxt.hook('nitro:init', ({ options }) => {
    if (isShortLived(options.preset)) config.subscriptions = { ...config.subscriptions, enabled: false }
  })
}
