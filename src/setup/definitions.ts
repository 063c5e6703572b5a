import { addServerPlugin, addServerTemplate, getLayerDirectories, isIgnored } from '@nuxt/kit'
import type { Nitro } from 'nitropack/types'
import type { SetupContext } from './context'
import { reportEmpty, reportScan, setupSummary, summarize } from './report'
import type { McpRoute } from './routes'
import { findHiddenPages, listRoutes, replaceRoutes } from './routes'
import { toDefaultPaths } from './scan/layers'
import type { ProjectScan } from './scan/project'
import { EMPTY_SCAN, scanProject } from './scan/project'
import { renderConfig } from './virtual/config'
import { renderDevFiles, renderFileModule, renderFiles } from './virtual/files'
import { renderDefaultHandler, renderHandlers } from './virtual/handlers'
import { toFileModuleId, VIRTUAL_IDS } from './virtual/ids'
import { renderRegistry } from './virtual/registry'
import { renderSessionBus } from './virtual/session-bus'
import { setupWatch } from './watch'

/** The last scan; modules are rendered from it whenever Nitro asks for them. */
export interface ScanState {
  scan: ProjectScan
}

/** Virtual modules for an app without an endpoint: code that imports the listings still builds. */
export function setupModules(ctx: SetupContext): ScanState {
  const state: ScanState = { scan: { ...EMPTY_SCAN } }
  for (const [filename, getContents] of Object.entries(toModules(ctx, state))) addServerTemplate({ filename, getContents })
  return state
}

/** Scans once all modules are installed, and again whenever files come and go in dev. */
export function setupDefinitions(ctx: SetupContext, state: ScanState): void {
  const { nuxt, log } = ctx
  let routes: McpRoute[] = []
  let rendered = ''
  let nitro: Nitro | undefined
  addServerPlugin(ctx.resolver.resolve('./runtime/server/routes/unknown-handler'))
  if (ctx.build.wellKnown) addServerPlugin(ctx.resolver.resolve('./runtime/server/routes/well-known'))

  nuxt.hook('modules:done', async () => {
    state.scan = await scan(ctx)
    reportScan(ctx, state.scan)
    reportEmpty(ctx, state.scan)
    routes = listRoutes(ctx, state.scan.handlers)
    replaceRoutes(nuxt.options.serverHandlers, [], routes)
    if (!nuxt.options.dev) {
      state.scan.resourceFiles.forEach((file, index) =>
        addServerTemplate({ filename: toFileModuleId(index), getContents: () => renderFileModule(file) }))
      return
    }
    rendered = renderAll(ctx, state)
    watchOutside(ctx, state.scan.roots)
  })
  nuxt.hook('pages:extend', (pages) => {
    for (const warning of findHiddenPages(routes, pages)) log.warn(warning)
  })
  if (!nuxt.options.dev) return

  nuxt.hook('nitro:init', (instance) => {
    nitro = instance
  })
  setupSummary(ctx, () => state.scan)
  setupWatch(ctx, () => state.scan.roots, async () => {
    // Rendering leaves deleted files out, so what is compared is what was rendered then.
    const before = { scan: state.scan, routes, rendered }
    state.scan = await scan(ctx)
    reportScan(ctx, state.scan, before.scan)
    routes = listRoutes(ctx, state.scan.handlers)
    rendered = renderAll(ctx, state)
    if (rendered === before.rendered) return
    if (nitro) {
      replaceRoutes(nitro.options.handlers, before.routes, routes)
      await nitro.hooks.callHook('rollup:reload')
    }
    log.success(`\`${ctx.config.route}\` updated: ${summarize(state.scan) || 'no definitions'}`)
  })
}

async function scan({ nuxt, config, log }: SetupContext): Promise<ProjectScan> {
  const paths = toDefaultPaths(config.dir)
  try {
    await nuxt.callHook('mcp:definitions:paths', paths)
    return await scanProject({
      rootDir: nuxt.options.rootDir,
      layers: getLayerDirectories(nuxt),
      paths,
      route: config.route,
      strategy: config.defaultHandlerStrategy,
      isIgnored: path => isIgnored(path, undefined, nuxt),
    })
  }
  catch (error) {
    log.error('The MCP server could not be set up.', error)
    throw error
  }
}

function toModules(ctx: SetupContext, state: ScanState): Record<string, () => string> {
  const { nuxt, config, resolver } = ctx
  const discovered = resolver.resolve('./runtime/server/define/discovered')
  return {
    [VIRTUAL_IDS.config]: () => renderConfig(config),
    [VIRTUAL_IDS.tools]: () => renderRegistry('tool', state.scan.definitions, discovered),
    [VIRTUAL_IDS.resources]: () => renderRegistry('resource', state.scan.definitions, discovered),
    [VIRTUAL_IDS.prompts]: () => renderRegistry('prompt', state.scan.definitions, discovered),
    [VIRTUAL_IDS.handlers]: () => renderHandlers(state.scan.handlers, discovered),
    [VIRTUAL_IDS.defaultHandler]: () => renderDefaultHandler(state.scan.defaultHandler, discovered),
    [VIRTUAL_IDS.sessionBus]: () => renderSessionBus(config.sessions.bus && resolver.resolve('./runtime/server/session/redis-bus')),
    [VIRTUAL_IDS.files]: () => nuxt.options.dev
      ? renderDevFiles(state.scan.resourceFiles, nuxt.options.rootDir)
      : renderFiles(state.scan.resourceFiles),
  }
}

function renderAll(ctx: SetupContext, state: ScanState): string {
  return Object.values(toModules(ctx, state)).map(render => render()).join('\n')
}

/** Nuxt watches the app and server directories of all layers; roots that a listener added elsewhere are not among them. */
function watchOutside({ nuxt }: SetupContext, roots: string[]): void {
  const watched = getLayerDirectories(nuxt).flatMap(({ app, server }) => [app, server])
  for (const root of roots) {
    if (!watched.some(directory => `${root}/`.startsWith(directory))) nuxt.options.watch.push(root)
  }
}
