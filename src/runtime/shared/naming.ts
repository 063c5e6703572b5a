const EXTENSION = /\.m?[jt]s$/
const HUMP = /([a-z0-9])([A-Z])/g
const TITLE_HUMP = /([a-z])([A-Z])/g
/** A lower-case letter at a word start; an apostrophe does not start a word (`it's`). */
const WORD_START = /(?<![\p{L}\p{N}\p{M}'’_])\p{Ll}/gu

/**
 * Name of the definition that a file's default export makes.
 * An `index` file in a folder is named after the folder, because two folders would collide on `index`.
 *
 * @example toDefinitionName('listDocs.ts') // 'list-docs'
 * @example toDefinitionName('index.ts', 'admin/users') // 'users'
 */
export function toDefinitionName(filename: string, group?: string): string {
  return toName(toStem(filename, group))
}

/** Title of the definition that a file's default export makes: `list-docs.ts` → `List Docs`. */
export function toDefinitionTitle(filename: string, group?: string): string {
  return toTitle(toStem(filename, group))
}

/** Name of a definition made by a named export: `registerAgent` → `register-agent`. */
export function toExportName(exportName: string): string {
  return toName(exportName)
}

/** Title of a definition made by a named export: `registerAgent` → `Register Agent`. */
export function toExportTitle(exportName: string): string {
  return toTitle(exportName)
}

function toStem(filename: string, group?: string): string {
  const base = filename.slice(filename.lastIndexOf('/') + 1)
  const stem = base.replace(EXTENSION, '') || base
  if (stem !== 'index' || !group) return stem
  return group.slice(group.lastIndexOf('/') + 1) || stem
}

function toName(stem: string): string {
  const name = stem.replace(HUMP, '$1-$2').replace(/[_\s]+/g, '-').toLowerCase()
  return name.replace(/^-+|-+$/g, '') || stem
}

function toTitle(stem: string): string {
  const words = stem.replace(/[-_]+/g, ' ').replace(TITLE_HUMP, '$1 $2').trim()
  return words.replace(WORD_START, letter => letter.toUpperCase()) || stem
}
