import { isAbsolute, normalize, resolve } from 'pathe'
import type { McpDefinitionPaths } from '../../runtime/types/definition-paths'
import type { DefinitionKind } from './exports'
import type { IsIgnored } from './select'
import { selectFolders } from './select'

/** A Nuxt layer, as far as scanning is concerned. Lists of layers go from the project to the lowest priority. */
export interface ScanLayer {
  /** Absolute server directory. */
  server: string
}

/** One folder of one layer that is scanned for one kind. */
export interface ScanRoot {
  kind: DefinitionKind
  dir: string
  /** Index of the layer; 0 is the project. */
  layer: number
  /** Handler folder that the files belong to. */
  handler?: string
}

/** Folders of handlers, `mcp` by default, of one layer. */
export interface HandlerRoot {
  dir: string
  layer: number
  /** Names of the folders in `<dir>/handlers/`. */
  folders: string[]
}

const KINDS: readonly { kind: DefinitionKind, key: 'tools' | 'resources' | 'prompts' }[] = [
  { kind: 'tool', key: 'tools' },
  { kind: 'resource', key: 'resources' },
  { kind: 'prompt', key: 'prompts' },
]

/** The folders that are scanned before any listener of `mcp:definitions:paths` changes them. */
export function toDefaultPaths(dir: string): Required<McpDefinitionPaths> {
  return { tools: [`${dir}/tools`], resources: [`${dir}/resources`], prompts: [`${dir}/prompts`], handlers: [dir] }
}

/** Handler roots of all layers, in order of layer priority, then of the paths. */
export async function resolveHandlerRoots(layers: ScanLayer[], paths: McpDefinitionPaths, isIgnored: IsIgnored): Promise<HandlerRoot[]> {
  const roots: HandlerRoot[] = []
  for (const { dir, layer } of resolveDirs(layers, paths.handlers)) {
    roots.push({ dir, layer, folders: await selectFolders(`${dir}/handlers`, isIgnored) })
  }
  return roots
}

/** Roots of one kind: first those that belong to no handler, then those of each handler folder found in any layer. */
export function resolveDefinitionRoots(layers: ScanLayer[], paths: McpDefinitionPaths, handlerRoots: HandlerRoot[]): ScanRoot[] {
  return KINDS.flatMap(({ kind, key }) => [
    ...resolveDirs(layers, paths[key]).map(root => ({ kind, ...root })),
    ...handlerRoots.flatMap(({ dir, layer, folders }) =>
      folders.map(handler => ({ kind, dir: `${dir}/handlers/${handler}/${key}`, layer, handler }))),
  ])
}

function resolveDirs(layers: ScanLayer[], entries: string[] = []): { dir: string, layer: number }[] {
  const seen = new Set<string>()
  return layers.flatMap(({ server }, layer) => entries.flatMap((entry) => {
    const dir = (isAbsolute(entry) ? normalize(entry) : resolve(server, entry)).replace(/\/$/, '')
    // An absolute entry is the same for all layers; it takes the project's priority.
    if (seen.has(dir)) return []
    seen.add(dir)
    return [{ dir, layer }]
  }))
}
