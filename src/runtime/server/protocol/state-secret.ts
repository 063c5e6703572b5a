import { lazy } from '../../shared/lazy'
import { reportOnce } from '../observability/log'

/** Characters that a secret has at least. */
const SHORTEST = 32

const generated = lazy(() => crypto.randomUUID() + crypto.randomUUID())

/**
 * What request states are sealed with. Without a usable one, a secret of this process alone, which is gone with it.
 *
 * @param configured `runtimeConfig.mcp.stateSecret`
 */
export function stateSecret(configured: string | undefined): string {
  if (configured !== undefined && configured.length >= SHORTEST) {
    return configured
  }
  if (configured !== undefined) {
    reportOnce('error', `\`NUXT_MCP_STATE_SECRET\` (\`runtimeConfig.mcp.stateSecret\`) has ${configured.length} characters, and needs at least ${SHORTEST}. It is not used: ${CONSEQUENCE}`)
  }
  else if (!import.meta.dev) {
    reportOnce('warn', `There is no \`NUXT_MCP_STATE_SECRET\` (\`runtimeConfig.mcp.stateSecret\`, at least ${SHORTEST} characters): ${CONSEQUENCE}`)
  }
  return generated()
}

const CONSEQUENCE = 'a client that is asked for input has to come back to the same process, before it restarts.'
