import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js'
import { errorResult, textItem } from './content'

/** Which fields an item of each content type must have, and their JavaScript type. */
const CONTENT_FIELDS: Readonly<Record<ContentBlock['type'], readonly (readonly [field: string, type: 'string' | 'object'])[]>> = {
  text: [['text', 'string']],
  image: [['data', 'string'], ['mimeType', 'string']],
  audio: [['data', 'string'], ['mimeType', 'string']],
  resource: [['resource', 'object']],
  resource_link: [['uri', 'string'], ['name', 'string']],
}

/**
 * Turns whatever a tool handler returned into a call result. Never throws: what cannot be sent becomes an error
 * result that names the tool and the reason.
 *
 * @param structured whether the tool has an output schema, so that a plain object is its structured content
 */
export function toToolResult(value: unknown, name: string, structured: boolean): CallToolResult {
  try {
    return normalize(value, name, structured)
  }
  catch (error) {
    return unsendable(name, error instanceof Error ? error.message : String(error))
  }
}

/** The error result for a value that has no form on the wire. */
export function unsendable(name: string, reason: string): CallToolResult {
  return errorResult(`Tool \`${name}\` returned a value that cannot be sent: ${reason}`)
}

/** The value as JSON would carry it: maps and sets as arrays, bigints as decimal text. */
export function toPlainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return value.toString()
  }
  return value instanceof Map || value instanceof Set ? [...value] : value
}

/** Whether the value is an object that JSON writes as an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    && !(value instanceof Map) && !(value instanceof Set) && !(value instanceof Date)
}

function normalize(returned: unknown, name: string, structured: boolean): CallToolResult {
  const value = toPlainValue(returned)
  switch (typeof value) {
    case 'string':
      return { content: [textItem(value)] }
    case 'number':
    case 'boolean':
      return { content: [textItem(String(value))] }
    case 'undefined':
      return { content: [] }
    case 'function':
    case 'symbol':
      return unsendable(name, `a ${typeof value} has no JSON form`)
  }
  if (isRecord(value)) {
    if (isCallShape(value)) {
      return completeCallResult(value, name)
    }
    if (structured) {
      return { content: [textItem(JSON.stringify(value, null, 2))], structuredContent: value }
    }
  }
  return { content: [textItem(JSON.stringify(value, null, 2) ?? 'null')] }
}

/**
 * Whether the value is meant as a call result. Business data may have a `content` array or an `isError` field of its
 * own, so the shape has to be unmistakable.
 */
export function isCallResult(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && isCallShape(value)
}

function isCallShape(value: Record<string, unknown>): boolean {
  return (Array.isArray(value.content) && value.content.every(isContentItem))
    || isRecord(value.structuredContent)
    || value.isError === true
}

function completeCallResult(value: Record<string, unknown>, name: string): CallToolResult {
  const { content, structuredContent, ...rest } = value
  const items = Array.isArray(content) ? content : []
  const broken = items.find(item => !isContentItem(item) || missingField(item) !== undefined)
  if (broken !== undefined) {
    return unsendable(name, isContentItem(broken)
      ? `a \`${broken.type}\` content item has no valid \`${missingField(broken)}\``
      : 'an item of `content` has no known `type`')
  }
  const result: CallToolResult = { ...rest, content: items }
  if (isRecord(structuredContent)) {
    result.structuredContent = structuredContent
    if (items.length === 0) {
      result.content = [textItem(JSON.stringify(structuredContent))]
    }
  }
  else if (items.length === 0 && value.isError === true) {
    result.content = [textItem('Tool execution failed')]
  }
  return result
}

function isContentItem(item: unknown): item is Record<string, unknown> & { type: ContentBlock['type'] } {
  return isRecord(item) && typeof item.type === 'string' && Object.hasOwn(CONTENT_FIELDS, item.type)
}

function missingField(item: Record<string, unknown> & { type: ContentBlock['type'] }): string | undefined {
  return CONTENT_FIELDS[item.type].find(([field, type]) => typeof item[field] !== type || item[field] === null)?.[0]
}
