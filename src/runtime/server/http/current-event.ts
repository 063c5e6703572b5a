import type { H3Event } from 'h3'
import { useEvent } from 'nitropack/runtime'

/** The event that the running code belongs to; `undefined` outside of requests. */
export function currentEvent(): H3Event | undefined {
  try {
    return useEvent()
  }
  catch {
    // Nitro has no way to ask first.
    return undefined
  }
}
