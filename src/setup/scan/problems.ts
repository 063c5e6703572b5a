import ms from 'ms'
import { findCacheHintProblem } from '../../runtime/shared/cache-hint'
import type { DefinerKind, DefinitionKind } from './exports'
import type { DefinitionExport, DefinitionFile } from './definitions'
import type { DefinitionFields } from './fields'
import { resolveResourceFile } from './resource-files'
import { type StaticValue, UNKNOWN } from './static-value'

const DEFINERS: Readonly<Record<DefinerKind, string>> = {
  tool: 'defineMcpTool',
  resource: 'defineMcpResource',
  prompt: 'defineMcpPrompt',
  handler: 'defineMcpHandler',
}

/** The longest string that `ms` reads. */
const MAX_DURATION_LENGTH = 100

export interface ProblemReport {
  /** The files without the definitions that cannot work. */
  files: DefinitionFile[]
  errors: string[]
  warnings: string[]
}

/** Finds the definitions that can be seen to fail before they run. */
export function checkDefinitions(files: DefinitionFile[], rootDir: string): ProblemReport {
  const report: ProblemReport = { files: [], errors: [], warnings: [] }
  for (const file of files) {
    const broken: DefinitionExport[] = []
    for (const entry of file.exports) {
      const place = entry.exportName === 'default' ? `\`${file.file}\`` : `\`${file.file}\` (\`${entry.exportName}\`)`
      const problems = collectExportProblems(file.kind, entry, rootDir)
      report.errors.push(...problems.map(problem => `${place}: ${problem}`))
      if (problems.length) broken.push(entry)
      for (const call of entry.fields?.unrepresentable ?? []) {
        report.warnings.push(`${place}: \`${call}\` has no JSON Schema counterpart, so clients see this field without a type.`)
      }
    }
    const rest = withoutBroken(file, broken)
    if (rest) report.files.push(rest)
  }
  return report
}

/** What is wrong with the default export of a file that must define `kind`. */
export function findDefaultProblem(kind: DefinerKind, { definer, invalid }: Pick<DefinitionExport, 'definer' | 'invalid'>): string | undefined {
  if (invalid) return `the default export is ${invalid}; expected \`export default ${DEFINERS[kind]}({ … })\``
  if (definer && definer !== kind) return `the default export is made by \`${DEFINERS[definer]}\`; expected \`${DEFINERS[kind]}\``
  return undefined
}

/** What is wrong with the cache hint that is written in a resource or handler. */
export function findHintProblem({ ttlMs, cacheScope }: Pick<DefinitionFields, 'ttlMs' | 'cacheScope'>): string | undefined {
  return findCacheHintProblem({ ttlMs: known(ttlMs), cacheScope: known(cacheScope) })
}

function collectExportProblems(kind: DefinitionKind, entry: DefinitionExport, rootDir: string): string[] {
  const problem = findDefaultProblem(kind, entry)
  if (problem) return [problem]
  if (!entry.fields) return []
  const { file, uri, hasHandler, durations } = entry.fields
  const problems: string[] = []
  const hasFile = kind === 'resource' && file !== undefined && file !== null
  if (hasHandler === false && !hasFile) {
    problems.push(kind === 'resource' ? 'needs a `handler` or a `file`' : 'needs a `handler`')
  }
  if (kind === 'resource' && !hasFile && (uri === undefined || uri === null)) problems.push('needs a `uri`')
  if (kind === 'resource' && typeof uri === 'string' && !URL.canParse(uri.replace(/\{[^}]*\}/g, 'x'))) {
    problems.push(`\`uri: ${JSON.stringify(uri)}\` is no absolute URI; write for example \`docs://guide\``)
  }
  const hintProblem = kind === 'resource' ? findHintProblem(entry.fields) : undefined
  if (hintProblem !== undefined) problems.push(hintProblem)
  if (kind === 'resource' && typeof file === 'string') {
    const resolved = resolveResourceFile(file, rootDir)
    if ('problem' in resolved) problems.push(resolved.problem)
  }
  if (kind !== 'prompt') {
    for (const { key, value } of durations) {
      if (typeof value === 'string' && !isDuration(value)) {
        problems.push(`\`${key}: ${JSON.stringify(value)}\` is no duration; write milliseconds or a string such as \`'30s'\`, \`'5m'\`, \`'2h'\``)
      }
    }
  }
  return problems
}

function withoutBroken(file: DefinitionFile, broken: DefinitionExport[]): DefinitionFile | undefined {
  if (!broken.length) return file
  const exports = file.exports.filter(entry => !broken.includes(entry))
  // A broken definition without a readable name cannot be left out by name, so its file is.
  if (!exports.length || broken.some(entry => !entry.invalid && entry.name === undefined)) return undefined
  const names = broken.flatMap(entry => entry.name ?? [])
  return { ...file, exports, skip: [...file.skip, ...names] }
}

function known(value: StaticValue): unknown {
  return value === UNKNOWN ? undefined : value
}

function isDuration(value: string): boolean {
  if (!value || value.length > MAX_DURATION_LENGTH) return false
  const parsed: number | undefined = ms(value as ms.StringValue)
  return parsed !== undefined && parsed >= 0
}
