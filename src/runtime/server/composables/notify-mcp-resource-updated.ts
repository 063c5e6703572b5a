import { sessionHost } from '../session/host'
import { parseUrl } from '../../shared/parse-url'

/**
 * Tells every session that subscribed to a resource that it changed. Works in any server code. Without sessions there
 * is no stream that an update could arrive on, so nothing happens.
 *
 * @param uri of the resource as clients read it: for a template, with its variables filled in
 * @throws {TypeError} when it is no absolute URI
 */
export async function notifyMcpResourceUpdated(uri: string | URL): Promise<void> {
  const url = parseUrl(String(uri))
  if (!url) {
    throw new TypeError(`\`${String(uri)}\` is not an absolute URI.`)
  }
  await sessionHost()?.notifyResourceUpdated(url.href)
}
