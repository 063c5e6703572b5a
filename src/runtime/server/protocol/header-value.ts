/** What a value looks like that HTTP headers could not carry as it is. */
const ENCODED = /^=\?base64\?(.*)\?=$/
/** Base64 as encoders write it, with its padding. */
const CANONICAL = /^(?:[A-Z0-9+/]{4})*(?:[A-Z0-9+/]{2}==|[A-Z0-9+/]{3}=)?$/i

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The text that a header stands for; `undefined` when it claims to be encoded and is not.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function decodeHeaderValue(value: string): string | undefined {
  const trimmed = value.trim()
  const encoded = ENCODED.exec(trimmed)?.[1]
  if (encoded === undefined) {
    return trimmed
  }
  if (!CANONICAL.test(encoded)) {
    return undefined
  }
  try {
    return decoder.decode(Uint8Array.from(atob(encoded), character => character.charCodeAt(0)))
  }
  catch {
    // The bytes are no UTF-8.
    return undefined
  }
}
