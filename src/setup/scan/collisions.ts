import type { DefinitionExport, DefinitionFile } from './definitions'
import { resolveResourceFile } from './resource-files'

export interface CollisionReport {
  /** The files; the loser of a collision has the name in `skip`. */
  files: DefinitionFile[]
  warnings: string[]
}

interface Claim {
  file: DefinitionFile
  entry: DefinitionExport
}

/**
 * Decides which definition keeps a name or URI: that of the higher-priority layer, then the first in order. Clients
 * address resources by URI, so those may share a name.
 */
export function resolveCollisions(files: DefinitionFile[], options: { rootDir: string, strategy: 'orphans' | 'all' }): CollisionReport {
  const warnings: string[] = []
  const skips = new Map<DefinitionFile, Set<string>>()
  const names = new Map<string, Claim>()
  const uris = new Map<string, Claim>()
  const onDefaultEndpoint = new Map<string, Claim>()

  for (const file of [...files].sort((a, b) => a.layer - b.layer)) {
    for (const entry of file.exports) {
      const { name } = entry
      const key = file.kind === 'resource' || name === undefined ? undefined : toKey(file, name)
      const uri = file.kind === 'resource' ? toStaticUri(entry, options.rootDir) : undefined
      const holder = key !== undefined && names.get(key)
      const uriHolder = uri !== undefined && uris.get(toKey(file, uri))
      if (holder) {
        warnings.push(`${describe(file, name!)} is defined by \`${holder.file.file}\` and by \`${file.file}\`; the first is served. Give one of them another \`name\`.`)
      }
      else if (uriHolder) {
        warnings.push(`The resource URI \`${uri}\` is defined by \`${uriHolder.file.file}\` and by \`${file.file}\`; the first is served. Give one of them another \`uri\`.`)
      }
      const winner = holder || uriHolder
      if (winner) {
        // Within one file the run time keeps the first: leaving the name out here would drop both.
        if (name !== undefined && winner.file !== file) addTo(skips, file, name)
        continue
      }
      if (uri !== undefined) uris.set(toKey(file, uri), { file, entry })
      if (key === undefined || name === undefined) continue
      names.set(key, { file, entry })
      if (options.strategy === 'all') warnAboutDefaultEndpoint(name, { file, entry }, onDefaultEndpoint, warnings)
    }
  }
  return {
    files: files.map(file => skips.has(file) ? { ...file, skip: [...file.skip, ...skips.get(file)!] } : file),
    warnings,
  }
}

/** With `defaultHandlerStrategy: 'all'` the default endpoint also serves what belongs to handlers, which keep their own. */
function warnAboutDefaultEndpoint(name: string, claim: Claim, seen: Map<string, Claim>, warnings: string[]): void {
  const key = JSON.stringify([claim.file.kind, name])
  const holder = seen.get(key)
  if (!holder) {
    seen.set(key, claim)
    return
  }
  warnings.push(`${describe(claim.file, name)} is defined by \`${holder.file.file}\` and by \`${claim.file.file}\`; the default endpoint serves only one of them.`)
}

function toKey(file: DefinitionFile, value: string): string {
  return JSON.stringify([file.kind, file.handler ?? null, value])
}

function describe(file: DefinitionFile, name: string): string {
  return `The ${file.kind} \`${name}\`${file.handler === undefined ? '' : ` of handler \`${file.handler}\``}`
}

function toStaticUri({ fields }: DefinitionExport, rootDir: string): string | undefined {
  if (!fields) return undefined
  if (typeof fields.uri === 'string') {
    const isTemplate = /\{[^}]*\}/.test(fields.uri)
    return isTemplate || !URL.canParse(fields.uri) ? undefined : new URL(fields.uri).href
  }
  if (fields.uri !== undefined || typeof fields.file !== 'string') return undefined
  const resolved = resolveResourceFile(fields.file, rootDir)
  return 'file' in resolved ? new URL(`file:///${encodeURI(resolved.file.path)}`).href : undefined
}

function addTo(map: Map<DefinitionFile, Set<string>>, file: DefinitionFile, name: string): void {
  const names = map.get(file) ?? new Set<string>()
  map.set(file, names.add(name))
}
