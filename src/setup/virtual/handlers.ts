import { existsSync } from 'node:fs'
import type { DefaultHandlerSource, HandlerSource } from '../scan/handlers'
import { BANNER } from './ids'

/** Source of `handlers.mjs`. A folder without an index, or whose index is gone, has default options. */
export function renderHandlers(handlers: HandlerSource[], discovered: string): string {
  const present = handlers
    .map(handler => ({ ...handler, path: handler.path !== undefined && existsSync(handler.path) ? handler.path : undefined }))
    .filter(handler => handler.folder || handler.path !== undefined)
  const imports = present.flatMap(({ path }, index) => path === undefined ? [] : [`import * as _${index} from ${JSON.stringify(path)}`])
  const entries = present.map(({ name, route, folder, file, path }, index) => {
    const entry = { name, route, folder, ...(path !== undefined && { file }) }
    return `\n  [${path === undefined ? 'undefined' : `_${index}`}, ${JSON.stringify(entry)}],`
  })
  return [
    BANNER,
    `import { readHandlers } from ${JSON.stringify(discovered)}`,
    ...imports,
    `export const handlers = readHandlers([${entries.join('')}${entries.length ? '\n' : ''}])`,
    '',
  ].join('\n')
}

/** Source of `default-handler.mjs`. */
export function renderDefaultHandler(handler: DefaultHandlerSource | undefined, discovered: string): string {
  if (!handler || !existsSync(handler.path)) return `${BANNER}\nexport const defaultHandler = null\n`
  return [
    BANNER,
    `import { readDefaultHandler } from ${JSON.stringify(discovered)}`,
    `import * as _0 from ${JSON.stringify(handler.path)}`,
    `export const defaultHandler = readDefaultHandler(_0, ${JSON.stringify(handler.file)})`,
    '',
  ].join('\n')
}
