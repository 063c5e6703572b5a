import { consola } from 'consola/basic'

/** Run-time log of the module. */
export const log = consola.withTag('mcp-toolkit')

// Definitions made per request could repeat the same complaint for ever; past this many distinct ones we stop remembering.
const MOST_REMEMBERED = 1000
const seen = new Set<string>()

/** Logs a problem the first time it occurs in this process. */
export function reportOnce(level: 'warn' | 'error', message: string, ...details: unknown[]): void {
  if (seen.has(message) || seen.size >= MOST_REMEMBERED) {
    return
  }
  seen.add(message)
  log[level](message, ...details)
}
