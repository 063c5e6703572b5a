import { existsSync, statSync } from 'node:fs'
import { glob } from 'tinyglobby'
import { join } from 'pathe'

/** In this order a file wins over one of the same name beside it. */
export const EXTENSIONS: readonly string[] = ['ts', 'mts', 'js', 'mjs']

/** Answers whether Nuxt's own ignore rules (`ignore`, `.nuxtignore`, `ignorePrefix`) exclude an absolute path. */
export type IsIgnored = (path: string) => boolean

const NOT_DEFINITIONS = ['**/*.d.{ts,mts,cts}', '**/*.{test,spec}.*', '**/node_modules/**']

/** Relative paths of the files of one scan root, sorted so that every machine lists them alike. */
export async function selectFiles(root: string, options: { depth?: 'top' | 'deep', isIgnored: IsIgnored }): Promise<string[]> {
  if (!isDirectory(root)) return []
  const files = await glob(`${options.depth === 'top' ? '' : '**/'}*.{${EXTENSIONS.join(',')}}`, {
    cwd: root,
    ignore: NOT_DEFINITIONS,
    dot: false,
    onlyFiles: true,
    expandDirectories: false,
  })
  return files.filter(file => !options.isIgnored(join(root, file))).sort(comparePaths)
}

/** Names of the folders directly inside `root`, dot-folders excluded, sorted. */
export async function selectFolders(root: string, isIgnored: IsIgnored): Promise<string[]> {
  if (!isDirectory(root)) return []
  const folders = await glob('*', { cwd: root, dot: false, onlyDirectories: true, expandDirectories: false, ignore: ['node_modules'] })
  return folders.map(folder => folder.replace(/\/$/, '')).filter(folder => !isIgnored(join(root, folder))).sort(comparePaths)
}

/** Identity of a file: its relative path without extension. */
export function withoutExtension(file: string): string {
  return file.replace(/\.m?[jt]s$/, '')
}

export function compareExtensions(a: string, b: string): number {
  return extensionRank(a) - extensionRank(b)
}

export function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

function extensionRank(file: string): number {
  return EXTENSIONS.indexOf(file.slice(file.lastIndexOf('.') + 1))
}

/** By code unit: `localeCompare` depends on the machine's locale. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [withoutExtension(a), withoutExtension(b)]
  if (left !== right) return left < right ? -1 : 1
  return compareExtensions(a, b)
}
