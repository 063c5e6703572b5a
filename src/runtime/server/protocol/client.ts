import { lazy } from '../../shared/lazy'
import { assertMayAsk } from '../elicitation/no-questions'
import type { SdkServer } from '../session/exchange'
import { assertInputKind } from './input-kinds'
import type { RequestMeta } from './meta'

/**
 * Lets a server know the client of its only request, as if it had initialised. The SDK keeps what `initialize` said to
 * itself, and few handlers ever need it there: it is told when they do.
 *
 * @param initialize has the server handle an `initialize` request of this client
 */
export function describeClient(server: SdkServer, { capabilities, clientInfo }: RequestMeta, initialize: () => Promise<void>): void {
  const initialized = lazy(initialize)
  const elicitInput = server.elicitInput.bind(server)
  const createMessage = server.createMessage.bind(server)
  Object.assign(server, {
    getClientCapabilities: () => capabilities,
    getClientVersion: () => clientInfo,
    elicitInput: async (params: Parameters<typeof elicitInput>[0], options: Parameters<typeof elicitInput>[1]) => {
      assertMayAsk()
      assertInputKind({ method: 'elicitation/create', params: { ...params } }, capabilities)
      await initialized()
      return elicitInput(params, options)
    },
    createMessage: async (params: Parameters<typeof createMessage>[0], options: Parameters<typeof createMessage>[1]) => {
      assertMayAsk()
      assertInputKind({ method: 'sampling/createMessage', params }, capabilities)
      await initialized()
      return createMessage(params, options)
    },
    // The client comes back by itself when the user is done on a page.
    createElicitationCompletionNotifier: () => async () => {},
  })
}
