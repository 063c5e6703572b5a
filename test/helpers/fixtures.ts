import { fileURLToPath } from 'node:url'
import { join } from 'pathe'

/** The repository. No answer of a server may mention it. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const FIXTURES_DIR = join(ROOT, 'test/fixtures')
export const NUXT_CLI = join(ROOT, 'node_modules/nuxt/bin/nuxt.mjs')

/** Applications that are built once, before the end-to-end tests. */
export const FIXTURES = ['seeds', 'seeds-sessions', 'basic', 'handlers', 'hostile', 'sessions', 'secure'] as const
/** `sessions-redis` needs a Redis, so it is built for `npm run test:redis` only. */
export type Fixture = typeof FIXTURES[number] | 'sessions-redis'

export function fixtureDir(name: string): string {
  return join(FIXTURES_DIR, name)
}

/** The environment for a child process, without what Vitest put there: Nuxt changes its behaviour under test. */
export function childEnv(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const drop = /^(?:NODE_ENV|NODE_OPTIONS|VITEST.*|TEST|MODE|DEV|PROD|SSR|BASE_URL|PORT|HOST|NITRO_.*|NUXT_.*)$/
  const inherited = Object.entries(process.env).filter(([key]) => !drop.test(key))
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', CI: '1', NUXT_TELEMETRY_DISABLED: '1', ...extra }
}
