import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js'

/** The levels of the protocol (RFC 5424), rising. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] satisfies LoggingLevel[]

/** Whether the value is a level that clients know. */
export function isLogLevel(value: unknown): value is LoggingLevel {
  return (LEVELS as readonly unknown[]).includes(value)
}

/** Whether a level is as high as another one, or higher. */
export function isAtLeast(level: LoggingLevel, least: LoggingLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least)
}
