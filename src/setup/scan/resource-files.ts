import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { normalize, relative, resolve } from 'pathe'
import { isTextMimeType, toMimeType } from '../../runtime/shared/mime'

/** A project file that a resource serves. */
export interface ResourceFile {
  /** As written in the definition; the run time looks it up by this. */
  written: string
  /** Absolute, symbolic links not followed. */
  absolute: string
  /** Relative to the project root. */
  path: string
  mimeType: string
  text: boolean
  size: number
}

/** A literal `file` and the source that it is written in, relative to the project. */
export interface ResourceFileUse {
  written: string
  usedBy: string
}

/** The files that all uses name, sorted, and a sentence for each use that cannot be served. */
export function resolveResourceFiles(uses: ResourceFileUse[], rootDir: string): { files: ResourceFile[], problems: { usedBy: string, problem: string }[] } {
  const files = new Map<string, ResourceFile>()
  const problems: { usedBy: string, problem: string }[] = []
  for (const { written, usedBy } of [...uses].sort((a, b) => a.written < b.written ? -1 : 1)) {
    const resolved = resolveResourceFile(written, rootDir)
    if ('file' in resolved) files.set(written, resolved.file)
    else problems.push({ usedBy, problem: resolved.problem })
  }
  return { files: [...files.values()], problems }
}

/** Why a `file` cannot be served, or the file. */
export function resolveResourceFile(written: string, rootDir: string): { file: ResourceFile } | { problem: string } {
  const absolute = resolve(rootDir, written)
  const path = relative(rootDir, absolute)
  if (!isInside(path)) return { problem: `\`file: ${JSON.stringify(written)}\` is outside the project root` }
  if (!existsSync(absolute) || !statSync(absolute).isFile()) {
    return { problem: `\`file: ${JSON.stringify(written)}\` does not exist; it is looked up relative to the project root, as \`${path}\`` }
  }
  if (!isInside(relative(normalize(realpathSync(rootDir)), normalize(realpathSync(absolute))))) {
    return { problem: `\`file: ${JSON.stringify(written)}\` is a symbolic link that leaves the project root` }
  }
  const content = readFileSync(absolute)
  const isUtf8 = isUtf8Text(content)
  const mimeType = toMimeType(path) ?? (isUtf8 ? 'text/plain' : 'application/octet-stream')
  return { file: { written, absolute, path, mimeType, text: isUtf8 && isTextMimeType(mimeType), size: content.byteLength } }
}

function isInside(path: string): boolean {
  return path !== '' && path !== '.' && path !== '..' && !path.startsWith('../') && !/^(?:\/|[a-z]:)/i.test(path)
}

/** Text files have no NUL byte; decoding alone would accept some binary ones. */
function isUtf8Text(content: Uint8Array): boolean {
  if (content.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  }
  catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
