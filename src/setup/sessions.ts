import { addServerPlugin } from '@nuxt/kit'
import type { SetupContext } from './context'

/** Where sessions are stored; the same names as in `runtime/server/session/stored-sessions`. */
const MOUNTS = ['mcp:sessions', 'mcp:sessions-meta']

/** Presets whose servers come and go between requests, so that none is there to hold a session. */
const SHORT_LIVED = /^(?:cloudflare|vercel|netlify|aws-|azure|firebase$|deno-deploy|edgio|genezio|stormkit|winterjs|zeabur|service-worker|base-worker)/

/** What sessions need of Nitro. */
export function setupSessions({ nuxt, config, resolver }: SetupContext): void {
  if (!config.sessions.enabled) return
  addServerPlugin(resolver.resolve('./runtime/server/routes/sessions'))

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

/** Why sessions cannot work with a Nitro preset, or `undefined` when they can. */
export function findPresetProblem(preset: string): string | undefined {
  return SHORT_LIVED.test(preset.replaceAll('_', '-'))
    ? `\`mcp.sessions\` cannot work with the Nitro preset \`${preset}\`: a session lives in a server process, and there is none between requests. Remove \`mcp.sessions\`, or use a preset with a long-running server, such as \`node-server\`.`
    : undefined
}

/** The mounts that a storage configuration does not have. */
export function findMissingMounts(configured: readonly string[]): string[] {
  const taken = new Set(configured.map(key => key.replace(/[/\\]/g, ':')))
  return MOUNTS.filter(mount => !taken.has(mount))
}
