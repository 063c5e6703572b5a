import { directoryToURL, tryResolveModule } from '@nuxt/kit'
import { dirname } from 'pathe'
import type { NitroConfig } from 'nitropack/types'
import type { SetupContext } from './context'
import type { ProjectScan } from './scan/project'
import { createUseEventPlugin } from './use-event'

type RollupPlugin = Extract<NonNullable<NitroConfig['rollupConfig']>['plugins'], unknown[]>[number]

/** The files that Nitro gives auto-imports by default; saying more means saying these too. */
const AUTO_IMPORTED = [/\.[jt]sx?$/, /\.vue$/, /\.vue\?vue/]
/** Definition files may have these extensions as well. */
const MORE_AUTO_IMPORTED = [/\.m[jt]s$/]

/** What the module needs of Nitro. */
export function setupNitro(ctx: SetupContext, getScan: () => ProjectScan): void {
  const { nuxt, config, resolver } = ctx
  if (config.enabled) {
    nuxt.options.nitro.experimental ||= {}
    nuxt.options.nitro.experimental.asyncContext ??= readUserAsyncContext(ctx) ?? true
  }

  inlineInServer(ctx, [resolver.resolve('./runtime')])

  nuxt.hook('nitro:config', async (nitroConfig) => {
    nitroConfig.alias ||= {}
    // Two versions of h3 in one bundle do not know each other's events.
    const h3 = nitroConfig.alias.h3 ?? await resolveNitroH3(ctx)
    if (h3) nitroConfig.alias.h3 = h3

    if (nitroConfig.imports) {
      const given = [nitroConfig.imports.include ?? []].flat()
      nitroConfig.imports.include = [...(given.length ? given : AUTO_IMPORTED), ...MORE_AUTO_IMPORTED]
    }

    addRollupPlugins(nitroConfig, [createUseEventPlugin(() => getScan().roots)])
  })
}

/** Puts modules into the server's own files: those below a folder, of a package, or that a pattern matches. */
export function inlineInServer({ nuxt }: SetupContext, modules: (string | RegExp)[]): void {
  nuxt.options.nitro.externals ||= {}
  nuxt.options.nitro.externals.inline ||= []
  nuxt.options.nitro.externals.inline.push(...modules)
}

/** Lets plugins see the server's modules before those that are there already. */
export function addRollupPlugins(nitroConfig: NitroConfig, added: RollupPlugin[]): void {
  nitroConfig.rollupConfig ||= { output: {} }
  const { plugins } = nitroConfig.rollupConfig
  nitroConfig.rollupConfig.plugins = [...added, ...(Array.isArray(plugins) ? plugins : [plugins])]
}

/** The user's own word; the resolved option cannot tell it from Nuxt's default. */
function readUserAsyncContext({ nuxt }: SetupContext): boolean | undefined {
  return nuxt.options._layers
    .map(layer => layer.config.experimental?.asyncContext)
    .find(value => typeof value === 'boolean')
}

/** The h3 that Nitro itself uses, which need not be the one that the project resolves. */
async function resolveNitroH3({ nuxt }: SetupContext): Promise<string | undefined> {
  // Strict package managers show nitropack to Nuxt's own packages only, not to the project.
  let from = [nuxt.options.rootDir, ...nuxt.options.modulesDir].map(directory => directoryToURL(directory))
  for (const name of ['nuxt', '@nuxt/nitro-server', 'nitropack']) {
    const path = await tryResolveModule(name, from)
    if (path) from = [directoryToURL(dirname(path)), ...from]
    else if (name === 'nitropack') return undefined
  }
  return tryResolveModule('h3', from)
}
