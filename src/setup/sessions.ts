import { addServerPlugin, directoryToURL, tryResolveModule } from '@nuxt/kit'
import type { SetupContext } from './context'

/** Where sessions are stored; the same names as in `runtime/server/session/stored-sessions`. */
const MOUNTS = ['mcp:sessions', 'mcp:sessions-meta']

/** Presets whose servers come and go between requests, so that none is there to hold a session. */
const SHORT_LIVED = /^(?:cloudflare|vercel|netlify|aws-|azure|firebase$|deno-deploy|edgio|genezio|stormkit|winterjs|zeabur|service-worker|base-worker)/

/** What sessions need of Nitro. */
export function setupSessions(ctx: SetupContext): void {
  const { nuxt, config, resolver } = ctx
  if (!config.sessions.enabled) return
  addServerPlugin(resolver.resolve('./runtime/server/routes/sessions'))
  if (config.sessions.bus) setupBus(ctx)

  nuxt.hook('nitro:config', (nitroConfig) => {
    nitroConfig.storage ||= {}
    for (const mount of findMissingMounts(Object.keys(nitroConfig.storage))) nitroConfig.storage[mount] = { driver: 'memory' }
  })
  // By then Nitro has settled on a preset, also where it is detected from the environment.
  nuxt.hook('nitro:init', ({ options }) => {
    const problem = findPresetProblem(options.preset)
    if (problem) throw new Error(problem)
  })
}

/** @throws {Error} at build time, when the package that speaks to Redis is not there */
function setupBus({ nuxt, log }: SetupContext): void {
  nuxt.hook('nitro:config', async ({ storage = {} }) => {
    const from = [nuxt.options.rootDir, ...nuxt.options.modulesDir].map(directory => directoryToURL(directory))
    if (!await tryResolveModule('ioredis', from)) throw new Error(MISSING)
    for (const mount of findUnshared(storage)) {
      log.warn(`\`mcp.sessions.bus\` is set, but the storage \`${mount}\` is in the memory of each process, so they do not serve the same sessions. Give \`nitro.storage['${mount}']\` a driver that all of them reach, such as \`redis\`.`)
    }
  })
}

const MISSING = '`mcp.sessions.bus` speaks to Redis with the package `ioredis`, which is not installed. Install `ioredis`, or remove `mcp.sessions.bus`.'

/** The mounts of sessions that other processes do not see. */
export function findUnshared(storage: Readonly<Record<string, { driver?: unknown } | undefined>>): string[] {
  const shared = new Set(Object.entries(storage).filter(([, options]) => options?.driver !== 'memory').map(([key]) => key.replace(/[/\\]/g, ':')))
  return MOUNTS.filter(mount => !shared.has(mount))
}

/** Whether the servers of a Nitro preset come and go between requests. */
export function isShortLived(preset: string): boolean {
  return SHORT_LIVED.test(preset.replaceAll('_', '-'))
}

/** Why sessions cannot work with a Nitro preset, or `undefined` when they can. */
export function findPresetProblem(preset: string): string | undefined {
  return isShortLived(preset)
    ? `\`mcp.sessions\` cannot work with the Nitro preset \`${preset}\`: a session lives in a server process, and there is none between requests. Remove \`mcp.sessions\`, or use a preset with a long-running server, such as \`node-server\`.`
    : undefined
}

/** The mounts that a storage configuration does not have. */
export function findMissingMounts(configured: readonly string[]): string[] {
  const taken = new Set(configured.map(key => key.replace(/[/\\]/g, ':')))
  return MOUNTS.filter(mount => !taken.has(mount))
}
