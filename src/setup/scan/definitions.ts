import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'pathe'
import { toDefinitionName, toExportName } from '../../runtime/shared/naming'
import type { AnalysedExport, DefinitionKind, ModuleAnalysis } from './exports'
import { analyseModule } from './exports'
import type { ScanRoot } from './layers'
import type { ResourceFileUse } from './resource-files'
import type { IsIgnored } from './select'
import { selectFiles, withoutExtension } from './select'
import { UNKNOWN } from './static-value'

/** A definition that a file exports, with its name as far as the source tells it. */
export interface DefinitionExport extends AnalysedExport {
  name?: string
}

/** A file that the virtual modules import. */
export interface DefinitionFile {
  kind: DefinitionKind
  /** Absolute. */
  path: string
  /** Relative to the project, for messages. */
  file: string
  filename: string
  group?: string
  handler?: string
  /** Index of the layer; 0 is the project. */
  layer: number
  exports: DefinitionExport[]
  /** Names that the run time leaves out. */
  skip: string[]
}

export interface DefinitionScan {
  files: DefinitionFile[]
  /** Files that define nothing of their kind, relative to the project. */
  helpers: string[]
  resourceFiles: ResourceFileUse[]
  warnings: string[]
}

interface Candidate extends ScanRoot {
  path: string
  relativePath: string
}

/** Finds the files of all roots, lowest-priority layer first; a file of a higher layer takes the place of its namesake. */
export async function scanDefinitions(roots: ScanRoot[], options: { rootDir: string, isIgnored: IsIgnored }): Promise<DefinitionScan> {
  const scan: DefinitionScan = { files: [], helpers: [], resourceFiles: [], warnings: [] }
  const toFile = (path: string) => relative(options.rootDir, path)
  for (const kind of ['tool', 'resource', 'prompt'] as const) {
    const candidates = await collectCandidates(roots.filter(root => root.kind === kind), options.isIgnored)
    for (const candidate of overrideByIdentity(candidates, (kept, dropped) => {
      scan.warnings.push(`\`${toFile(kept)}\` and \`${toFile(dropped)}\` are the same definition; \`${basename(kept)}\` is used. Remove one of them.`)
    })) {
      const analysis = await readModule(candidate.path)
      const file = toDefinitionFile(candidate, analysis, toFile(candidate.path))
      scan.resourceFiles.push(...collectResourceFiles(file, analysis))
      if (file.exports.length) scan.files.push(file)
      else scan.helpers.push(file.file)
    }
  }
  return scan
}

export async function readModule(path: string): Promise<ModuleAnalysis> {
  return analyseModule(path, await readFile(path, 'utf8'))
}

async function collectCandidates(roots: ScanRoot[], isIgnored: IsIgnored): Promise<Candidate[][]> {
  const claimed = new Set<string>()
  const byRoot = new Map<ScanRoot, Candidate[]>()
  // Overlapping roots list a file more than once: a handler folder has the first claim, then the order of the roots counts.
  for (const root of [...roots].sort((a, b) => Number(!a.handler) - Number(!b.handler))) {
    const files = await selectFiles(root.dir, { isIgnored })
    byRoot.set(root, files.flatMap((relativePath) => {
      const path = join(root.dir, relativePath)
      if (claimed.has(path)) return []
      claimed.add(path)
      return [{ ...root, path, relativePath }]
    }))
  }
  const ordered = [...roots].sort((a, b) => b.layer - a.layer)
  return ordered.map(root => byRoot.get(root) ?? [])
}

function overrideByIdentity(candidatesByRoot: Candidate[][], onTwin: (kept: string, dropped: string) => void): Candidate[] {
  const slots = new Map<string, Candidate[]>()
  for (const candidates of candidatesByRoot) {
    const seen = new Map<string, Candidate>()
    for (const candidate of candidates) {
      const identity = JSON.stringify([candidate.handler ?? null, withoutExtension(candidate.relativePath)])
      const twin = seen.get(identity)
      if (twin) {
        onTwin(twin.path, candidate.path)
        continue
      }
      seen.set(identity, candidate)
      // Two roots of one layer do not override each other; their names are compared later.
      const sameLayer = (slots.get(identity) ?? []).filter(other => other.layer === candidate.layer)
      slots.set(identity, [...sameLayer, candidate])
    }
  }
  return [...slots.values()].flat()
}

function toDefinitionFile(candidate: Candidate, analysis: ModuleAnalysis, file: string): DefinitionFile {
  const filename = basename(candidate.path)
  const folder = dirname(candidate.relativePath)
  const group = folder === '.' ? undefined : folder
  const exports = analysis.exports
    .filter(entry => entry.exportName === 'default' || !entry.sure || entry.definer === candidate.kind)
    .map(entry => ({ ...entry, name: resolveName(entry, filename, group) }))
  return {
    kind: candidate.kind,
    path: candidate.path,
    file,
    filename,
    ...(group !== undefined && { group }),
    ...(candidate.handler !== undefined && { handler: candidate.handler }),
    layer: candidate.layer,
    exports,
    skip: [],
  }
}

/** Only a definition whose source is readable has a name that is known before it runs. */
function resolveName({ exportName, sure, fields }: AnalysedExport, filename: string, group?: string): string | undefined {
  if (!sure || !fields || fields.name === UNKNOWN) return undefined
  if (typeof fields.name === 'string' && fields.name) return fields.name
  return exportName === 'default' ? toDefinitionName(filename, group) : toExportName(exportName)
}

function collectResourceFiles(file: DefinitionFile, analysis: ModuleAnalysis): ResourceFileUse[] {
  // A plain object is a resource only where resources are.
  const plain = file.kind === 'resource' ? file.exports.map(entry => entry.fields?.file) : []
  return [...analysis.resourceFiles, ...plain].flatMap(written => typeof written === 'string' ? [{ written, usedBy: file.file }] : [])
}
