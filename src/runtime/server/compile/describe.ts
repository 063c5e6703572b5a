import { sourceOf } from '../define/discovered'
import { isObject } from '../../shared/is-object'

/** What kinds of definitions are called in messages. */
export const LABELS = { tool: 'Tool', resource: 'Resource', template: 'Resource', prompt: 'Prompt' } as const

/** Names a definition in messages: its name, and its file when it has one. */
export function describeDefinition(label: string, definition: unknown): string {
  const name = isObject(definition) && 'name' in definition && typeof definition.name === 'string' ? ` \`${definition.name}\`` : ''
  const file = isObject(definition) ? sourceOf(definition)?.file : undefined
  return `${label}${name}${file ? ` (\`${file}\`)` : ''}`
}
