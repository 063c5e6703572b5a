import type { H3Event } from 'h3'

interface Window {
  /** Number of the window since 1970. */
  number: number
  requests: number
}

/**
 * Refuses a caller's request with 429 when there were too many in the current window. The counts are in the storage
 * `rate-limit`, so servers that share it share the limit.
 *
 * Reading and writing are two steps: requests at the same moment may count as one. Where that matters, let the database
 * count, for example with `INCR` of Redis.
 */
export async function limitRate(event: H3Event, caller: string, { requests, seconds }: { requests: number, seconds: number }): Promise<void> {
  const now = Date.now() / 1000
  const number = Math.floor(now / seconds)
  const storage = useStorage<Window>('rate-limit')
  const key = encodeURIComponent(caller)
  const last = await storage.getItem(key)
  const count = (last?.number === number ? last.requests : 0) + 1
  if (count > requests) {
    setResponseHeader(event, 'Retry-After', Math.ceil((number + 1) * seconds - now))
    throw createError({ statusCode: 429, message: `Too many requests: ${requests} in ${seconds} seconds are allowed.` })
  }
  await storage.setItem(key, { number, requests: count }, { ttl: seconds })
}
