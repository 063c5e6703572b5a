import { BANNER } from './ids'

/**
 * Source of `session-bus.mjs`. The module that speaks to Redis is part of the server only where it is asked for: its
 * package is optional.
 */
export function renderSessionBus(path: string | undefined): string {
  return path === undefined
    ? `${BANNER}\nexport const createBus = undefined\n`
    : `${BANNER}\nexport { createRedisBus as createBus } from ${JSON.stringify(path)}\n`
}
