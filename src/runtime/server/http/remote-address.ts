import type { H3Event } from 'h3'

/**
 * The address that a request came from; `undefined` where the runtime does not tell.
 *
 * @param trustProxy `true`: the last value of `X-Forwarded-For`, which is the one that the application's own proxy
 * added. What stands before it is the client's word.
 */
export function remoteAddress(event: H3Event, trustProxy: boolean | undefined): string | undefined {
  const forwarded = trustProxy ? event.node.req.headers['x-forwarded-for'] : undefined
  const last = forwarded === undefined ? undefined : String(forwarded).split(',').at(-1)?.trim()
  return last || event.node.req.socket?.remoteAddress || undefined
}
