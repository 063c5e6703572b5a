import { join, relative } from 'pathe'
import type { HandlerRoot } from './layers'
import { isDirectory } from './select'

const PLURALS: Readonly<Record<string, string>> = { tool: 'tools', resource: 'resources', prompt: 'prompts', handler: 'handlers' }

/** Warns about `server/mcp/tool/` where `server/mcp/tools/` is meant. */
export function findNearMisses(handlerRoots: HandlerRoot[], rootDir: string): string[] {
  const parents = handlerRoots.flatMap(({ dir, folders }) => [dir, ...folders.map(folder => join(dir, 'handlers', folder))])
  return parents.flatMap(parent => Object.entries(PLURALS).flatMap(([singular, plural]) => {
    if (!isDirectory(join(parent, singular)) || isDirectory(join(parent, plural))) return []
    return [`The folder \`${relative(rootDir, join(parent, singular))}/\` is not scanned. Did you mean \`${relative(rootDir, join(parent, plural))}/\`?`]
  }))
}
