import { existsSync, realpathSync } from 'node:fs'
import MagicString from 'magic-string'
import { parseSync } from 'oxc-parser'
import { normalize } from 'pathe'

interface TransformResult {
  code: string
  map: ReturnType<MagicString['generateMap']>
}

/** A Rollup plugin, as far as it is used here. */
export interface UseEventPlugin {
  name: string
  transform: (code: string, id: string) => TransformResult | undefined
}

const SCRIPT = /\.m?[jt]s$/

/**
 * Lets files below the scan roots import `useEvent` from `h3`, as MCP examples do. h3 1 has no such export;
 * Nitro's own is meant.
 */
export function createUseEventPlugin(getRoots: () => string[]): UseEventPlugin {
  return {
    name: 'mcp-toolkit:use-event',
    transform(code, id) {
      const path = normalize(id.split('?', 1)[0]!)
      if (!SCRIPT.test(path) || !code.includes('useEvent')) return undefined
      return isBelow(path, getRoots()) ? transformUseEvent(code, path) : undefined
    },
  }
}

/** Takes `useEvent` out of imports from `h3` and imports it from Nitro. `undefined` when there is none. */
export function transformUseEvent(code: string, path: string): TransformResult | undefined {
  const { module, errors } = parseSync(path, code, { sourceType: 'module' })
  if (errors.some(error => error.severity === 'Error')) return undefined
  const output = new MagicString(code)
  for (const { start, end, moduleRequest, entries } of module.staticImports) {
    if (moduleRequest.value !== 'h3') continue
    const isUseEvent = (entry: typeof entries[number]) =>
      !entry.isType && entry.importName.kind === 'Name' && entry.importName.name === 'useEvent'
    const taken = entries.filter(isUseEvent)
    if (!taken.length) continue
    output.overwrite(start, end, [
      `import { ${taken.map(entry => `useEvent as ${entry.localName.value}`).join(', ')} } from 'nitropack/runtime';`,
      toImport(entries.filter(entry => !isUseEvent(entry))),
    ].filter(Boolean).join(' '))
  }
  if (!output.hasChanged()) return undefined
  return { code: output.toString(), map: output.generateMap({ source: path, includeContent: true, hires: 'boundary' }) }
}

type ImportEntry = ReturnType<typeof parseSync>['module']['staticImports'][number]['entries'][number]

function toImport(entries: ImportEntry[]): string {
  const names = entries.filter(({ importName }) => importName.kind === 'Name')
    .map(({ importName, localName, isType }) => `${isType ? 'type ' : ''}${importName.name} as ${localName.value}`)
  const fallback = entries.find(({ importName }) => importName.kind === 'Default')?.localName.value
  const parts = [...(fallback ? [fallback] : []), ...(names.length ? [`{ ${names.join(', ')} }`] : [])]
  return parts.length ? `import ${parts.join(', ')} from 'h3';` : ''
}

function isBelow(path: string, roots: string[]): boolean {
  return roots.some((root) => {
    if (path.startsWith(`${root}/`)) return true
    // Rollup names a file by its real path.
    return existsSync(root) && path.startsWith(`${normalize(realpathSync(root))}/`)
  })
}
