export type McpDefinitionKind = 'tool' | 'resource' | 'prompt'

// A file may export definitions by name beside helpers; this is how discovery tells them apart without touching them.
const defined: Record<McpDefinitionKind, WeakSet<object>> = {
  tool: new WeakSet(),
  resource: new WeakSet(),
  prompt: new WeakSet(),
}

/** Remembers an object as made by `defineMcpTool`, `defineMcpResource` or `defineMcpPrompt`. */
export function markDefined(kind: McpDefinitionKind, definition: unknown): void {
  if (typeof definition === 'object' && definition !== null) {
    defined[kind].add(definition)
  }
}

/** Whether the object was made by the define function of this kind. */
export function isDefined(kind: McpDefinitionKind, value: unknown): value is object {
  return typeof value === 'object' && value !== null && defined[kind].has(value)
}
