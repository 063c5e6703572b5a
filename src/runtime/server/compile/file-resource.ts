import { INTERNAL_ERROR, RpcError } from '../../shared/json-rpc'
import type { McpBundledFile } from '../define/source'
import { log } from '../observability/log'

/** The default handler of a file resource: `text` for text, base64 `blob` for everything else. */
export function createFileHandler(file: McpBundledFile, mimeType = file.mimeType): (uri: unknown) => Promise<object> {
  return async (uri) => {
    const content = await load(file, String(uri))
    const item = typeof content === 'string'
      ? { uri: String(uri), mimeType, text: content }
      : { uri: String(uri), mimeType, blob: Buffer.from(content).toString('base64') }
    return { contents: [item] }
  }
}

// The reason holds absolute paths of the server, so it goes to the log and the client learns only the URI.
async function load(file: McpBundledFile, uri: string): Promise<string | Uint8Array> {
  try {
    return await file.load()
  }
  catch (error) {
    log.error(`Resource file \`${file.path}\` could not be read:`, error)
    throw new RpcError(INTERNAL_ERROR, `Failed to read resource ${uri}`)
  }
}
