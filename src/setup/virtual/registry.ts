import { existsSync } from 'node:fs'
import type { McpDefinitionSource } from '../../runtime/server/define/source'
import type { DefinitionFile } from '../scan/definitions'
import type { DefinitionKind } from '../scan/exports'
import { BANNER } from './ids'

const EXPORT_NAMES: Readonly<Record<DefinitionKind, string>> = { tool: 'tools', resource: 'resources', prompt: 'prompts' }

/** Source of `tools.mjs`, `resources.mjs` or `prompts.mjs`. `discovered` is the run-time module that reads the imports. */
export function renderRegistry(kind: DefinitionKind, definitions: DefinitionFile[], discovered: string): string {
  // A deleted file may be asked for before the next scan; importing it would break the rebuild.
  const files = definitions.filter(file => file.kind === kind && existsSync(file.path))
  const entries = files.map((file, index) => `\n  [_${index}, ${JSON.stringify(toSource(file))}],`)
  return [
    BANNER,
    `import { readDefinitions } from ${JSON.stringify(discovered)}`,
    // No file name can influence an import name: `2fa.ts`, `null.ts` and `tools.ts` are all fine.
    ...files.map((file, index) => `import * as _${index} from ${JSON.stringify(file.path)}`),
    `export const ${EXPORT_NAMES[kind]} = readDefinitions(${JSON.stringify(kind)}, [${entries.join('')}${entries.length ? '\n' : ''}])`,
    '',
  ].join('\n')
}

function toSource({ file, filename, group, handler, skip }: DefinitionFile): McpDefinitionSource {
  return {
    file,
    filename,
    ...(group !== undefined && { group }),
    ...(handler !== undefined && { handler }),
    ...(skip.length && { skip: [...skip].sort() }),
  }
}
