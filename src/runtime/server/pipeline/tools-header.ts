/**
 * The tool names that the client restricts itself to, in the header's order without duplicates; `undefined` without
 * the header. An empty header is an empty list: no tools at all.
 */
export function readToolsHeader(header: string | string[] | undefined): ReadonlySet<string> | undefined {
  if (header === undefined) {
    return undefined
  }
  const names = String(header).split(',').map(name => name.trim()).filter(Boolean)
  return new Set(names)
}

/** The message for names that no visible tool has. */
export function unknownToolsMessage(names: readonly string[]): string {
  return names.length === 1 ? `Unknown MCP tool: ${names[0]}` : `Unknown MCP tools: ${names.join(', ')}`
}
