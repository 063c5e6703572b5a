import { readFileSync } from 'node:fs'
import type { ResourceFile } from '../scan/resource-files'
import { BANNER, toFileModuleId } from './ids'

/** Source of `files.mjs` in a build: every file is a module of its own. */
export function renderFiles(files: ResourceFile[]): string {
  return render(files, [], (_file, index) => `() => import(${JSON.stringify(toFileModuleId(index))}).then(module => module.default)`)
}

/** Source of `files.mjs` in dev: content is read when it is asked for, so an edit needs no rebuild. */
export function renderDevFiles(files: ResourceFile[], rootDir: string): string {
  return render(files, [
    'import { readFile, realpath } from \'node:fs/promises\'',
    'import { sep } from \'node:path\'',
    '',
    'async function read(path, text) {',
    `  const [root, target] = await Promise.all([realpath(${JSON.stringify(rootDir)}), realpath(path)])`,
    // The link may have changed since the build checked it.
    '  if (!target.startsWith(root + sep)) throw new Error("The file has left the project root")',
    '  return readFile(target, text ? "utf8" : undefined)',
    '}',
  ], file => `() => read(${JSON.stringify(file.absolute)}, ${file.text})`)
}

/**
 * Content of one file as a module. Nitro's `raw:` loader chooses text or binary by a MIME list of its own
 * (`.ts` is a video there), so the content is written out by what the scan found.
 */
export function renderFileModule(file: ResourceFile): string {
  // Nitro's replace plugin would rewrite `process.env.…` inside the text.
  const marker = '// ROLLUP_NO_REPLACE'
  const content = readFileSync(file.absolute)
  if (file.text) return `${BANNER}\n${marker}\nexport default ${JSON.stringify(content.toString('utf8'))}\n`
  return [
    BANNER,
    marker,
    `const base64 = ${JSON.stringify(content.toString('base64'))}`,
    'export default Uint8Array.from(atob(base64), character => character.charCodeAt(0))',
    '',
  ].join('\n')
}

function render(files: ResourceFile[], prelude: string[], toLoad: (file: ResourceFile, index: number) => string): string {
  const entries = files.map((file, index) => {
    const { path, mimeType, text, size } = file
    const facts = JSON.stringify({ path, mimeType, text, size }).slice(0, -1)
    // A computed key: `__proto__` would set the prototype.
    return `\n  [${JSON.stringify(file.written)}]: ${facts}, "load": ${toLoad(file, index)} },`
  })
  return [BANNER, ...(files.length ? prelude : []), `export const files = {${entries.join('')}${entries.length ? '\n' : ''}}`, ''].join('\n')
}
