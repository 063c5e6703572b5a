import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js'

/** A tool result with one text item. @deprecated Return the string from the handler. */
export function textResult(text: string): CallToolResult {
  return { content: [textItem(text)] }
}

/** A tool result with JSON text. @deprecated Return the value from the handler. */
export function jsonResult(data: unknown, pretty = true): CallToolResult {
  return textResult(JSON.stringify(data, null, pretty ? 2 : 0) ?? 'null')
}

/** A failed tool result. @deprecated Throw an error, for example `createError({ statusCode: 404, message })`. */
export function errorResult(message: string): CallToolResult & { isError: true } {
  return { content: [textItem(message)], isError: true }
}

/**
 * A tool result with one image.
 *
 * @param data base64, without a `data:` prefix
 * @param mimeType for example `image/png`
 */
export function imageResult(data: string, mimeType: string): CallToolResult {
  return { content: [{ type: 'image', data, mimeType }] }
}

/**
 * A tool result with one audio clip.
 *
 * @param data base64, without a `data:` prefix
 * @param mimeType for example `audio/wav`
 */
export function audioResult(data: string, mimeType: string): CallToolResult {
  return { content: [{ type: 'audio', data, mimeType }] }
}

/** One text item. */
export function textItem(text: string): ContentBlock & { type: 'text' } {
  return { type: 'text', text }
}
