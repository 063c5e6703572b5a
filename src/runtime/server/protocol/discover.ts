import type { Result, ServerCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { MODERN_REVISIONS } from './revision'

/**
 * What `server/discover` answers, before it is stamped.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export function discover(capabilities: ServerCapabilities, instructions: string | undefined): Result {
  return {
    supportedVersions: MODERN_REVISIONS,
    capabilities,
    ...(instructions ? { instructions } : {}),
  }
}
