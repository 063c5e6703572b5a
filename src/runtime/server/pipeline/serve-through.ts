import type { H3Event } from 'h3'
import type { HttpAnswer } from '../http/answer'
import { isDisconnected, onDisconnect } from '../http/disconnect'
import type { StatelessTransport } from '../transport/stateless'

/**
 * Serves a POST through a transport of its own, which ends with the client. It is never closed after it answered: that
 * would abort the signal of a request that succeeded.
 *
 * @param serve has nothing more to do once the transport is finished
 */
export function serveThrough(event: H3Event, transport: StatelessTransport, serve: () => HttpAnswer | Promise<HttpAnswer>): HttpAnswer | Promise<HttpAnswer> {
  if (isDisconnected(event)) {
    void transport.close()
  }
  const serving = serve()
  if (!transport.isFinished) {
    onDisconnect(event, () => transport.close())
  }
  return serving
}
