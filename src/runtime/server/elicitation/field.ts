import { McpElicitationError } from './errors'

/** A field of a form as it is sent: only keywords that the protocol knows for its type. */
export interface FormField {
  [keyword: string]: unknown
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array'
}

interface TitledChoice {
  const: string
  title: string
}

type JsonSchema = Readonly<Record<string, unknown>>

/** Formats that clients have to know; anything else is checked on the server only. */
const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time']

/**
 * Reduces the JSON Schema of a field to what the protocol allows in a form. What is dropped is checked when the
 * answer arrives.
 *
 * @throws {McpElicitationError} `invalid-schema`, naming the field, when no form can show it
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
 */
export function toFormField(name: string, json: JsonSchema): FormField {
  const field = readField(json)
  if (!field) {
    throw new McpElicitationError('invalid-schema', json.type === 'array'
      ? `Field "${name}" uses an array type that a form cannot show. Use an array of \`z.enum([...])\`, or of a union of string literals with titles.`
      : `Field "${name}" uses a type that a form cannot show. Use a string, a number, a boolean, \`z.enum([...])\`, or a union of string literals with titles.`)
  }
  return { ...field, ...pick(json, ['title', 'description']), ...(fits(json.default, field) ? { default: json.default } : {}) }
}

function readField(json: JsonSchema): FormField | undefined {
  const oneOf = titledChoices(json)
  if (oneOf) {
    return { type: 'string', oneOf }
  }
  switch (json.type) {
    case 'string':
      return readString(json)
    case 'number':
    case 'integer':
      return 'enum' in json ? undefined : { type: json.type, ...pick(json, ['minimum', 'maximum']) }
    case 'boolean':
      return { type: 'boolean' }
    case 'array':
      return readArray(json)
    default:
      return undefined
  }
}

function readString(json: JsonSchema): FormField | undefined {
  // `z.file()`
  if (json.format === 'binary') {
    return undefined
  }
  const choices = 'const' in json ? [json.const] : json.enum
  if (isStrings(choices)) {
    return { type: 'string', enum: choices, ...(isStrings(json.enumNames) ? { enumNames: json.enumNames } : {}) }
  }
  return { type: 'string', ...pick(json, ['minLength', 'maxLength']), ...(FORMATS.includes(json.format) ? { format: json.format } : {}) }
}

function readArray(json: JsonSchema): FormField | undefined {
  const items = isObject(json.items) ? json.items : {}
  const bounds = pick(json, ['minItems', 'maxItems'])
  const anyOf = titledChoices(items)
  if (anyOf) {
    return { type: 'array', items: { anyOf }, ...bounds }
  }
  return items.type === 'string' && isStrings(items.enum) ? { type: 'array', items: { type: 'string', enum: items.enum }, ...bounds } : undefined
}

/** The options of a union of string literals, when at least one has a title or description to show. */
function titledChoices(json: JsonSchema): TitledChoice[] | undefined {
  const options: unknown = json.anyOf ?? json.oneOf
  if (!Array.isArray(options)) {
    return undefined
  }
  let isTitled = false
  const choices = options.flatMap((option: unknown): TitledChoice[] => {
    if (!isObject(option) || typeof option.const !== 'string') {
      return []
    }
    const title = option.title ?? option.description
    isTitled ||= typeof title === 'string'
    return [{ const: option.const, title: typeof title === 'string' ? title : option.const }]
  })
  return isTitled && choices.length === options.length ? choices : undefined
}

// A default belongs to what parsing returns, which for a transform is not what the user enters.
function fits(value: unknown, field: FormField): boolean {
  switch (field.type) {
    case 'string': {
      const choices = choicesOf(field)
      return typeof value === 'string' && (!choices || choices.includes(value))
    }
    case 'array':
      return isStrings(value) && value.every(item => choicesOf(field.items)?.includes(item))
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === field.type
  }
}

function choicesOf(field: unknown): string[] | undefined {
  if (!isObject(field)) {
    return undefined
  }
  const titled: unknown = field.oneOf ?? field.anyOf
  const values: unknown = Array.isArray(titled) ? titled.map((choice: TitledChoice) => choice.const) : field.enum
  return isStrings(values) ? values : undefined
}

function pick(json: JsonSchema, keywords: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keywords.filter(keyword => json[keyword] !== undefined).map(keyword => [keyword, json[keyword]]))
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
