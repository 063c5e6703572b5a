import { join, relative } from 'pathe'
import { toDefinitionName } from '../../runtime/shared/naming'
import { findHandlerNameProblem, findRouteProblem, normalizeRoute, toHandlerRoute } from '../../runtime/shared/routes'
import { readModule } from './definitions'
import type { AnalysedExport, ModuleAnalysis } from './exports'
import type { HandlerRoot } from './layers'
import { findDefaultProblem, findHintProblem } from './problems'
import type { ResourceFileUse } from './resource-files'
import type { IsIgnored } from './select'
import { selectFiles, withoutExtension } from './select'
import { UNKNOWN } from './static-value'

/** A named endpoint, from a file or a folder. */
export interface HandlerSource {
  name: string
  route: string
  /** True for `handlers/<name>/`. */
  folder: boolean
  /** Absolute path of the file with its options; absent for a folder without an index. */
  path?: string
  /** Relative to the project, for messages. */
  file?: string
}

/** The file with the options of the default endpoint. */
export interface DefaultHandlerSource {
  path: string
  file: string
}

export interface HandlerScan {
  handlers: HandlerSource[]
  defaultHandler?: DefaultHandlerSource
  helpers: string[]
  resourceFiles: ResourceFileUse[]
  errors: string[]
  warnings: string[]
  infos: string[]
}

interface HandlerFile {
  path: string
  file: string
  /** Folder name, or the file's base name. */
  base: string
  place: 'top' | 'flat' | 'folder' | 'default'
}

/** Finds the handlers of all layers: top-level files first, then `handlers/<name>.ts`, then the folders. */
export async function scanHandlers(roots: HandlerRoot[], options: { rootDir: string, route: string, isIgnored: IsIgnored }): Promise<HandlerScan> {
  const scan: HandlerScan = { handlers: [], helpers: [], resourceFiles: [], errors: [], warnings: [], infos: [] }
  const found = await collectFiles(roots, options, scan)
  const folders = [...new Set(roots.flatMap(root => root.folders))].sort()
  const indexes = new Map(found.filter(file => file.place === 'folder').map(file => [file.base, file]))
  const defaultFile = found.find(file => file.place === 'default')
  if (defaultFile) scan.defaultHandler = { path: defaultFile.path, file: defaultFile.file }

  for (const file of found.filter(file => file.place === 'top' || file.place === 'flat')) {
    const fields = toDefault(await readModule(file.path))?.fields
    const name = typeof fields?.name === 'string' && fields.name ? fields.name : toDefinitionName(file.base)
    if (fields?.name === UNKNOWN) {
      scan.warnings.push(`The \`name\` in \`${file.file}\` is not a string literal, so the file's name counts: the handler is \`${name}\`.`)
    }
    addHandler(scan, { name, folder: folders.includes(name), path: file.path, file: file.file }, fields?.route, options.route)
  }
  for (const folder of folders) {
    const index = indexes.get(folder)
    const namesake = scan.handlers.find(handler => handler.name === folder)
    // `handlers/admin.ts` beside `handlers/admin/tools/` holds the folder's options.
    if (namesake && !index) continue
    if (!index) {
      scan.infos.push(`The handler folder \`handlers/${folder}/\` has no \`index.ts\` with \`export default defineMcpHandler({})\`; default options are used.`)
      addHandler(scan, { name: folder, folder: true }, undefined, options.route)
      continue
    }
    const fields = toDefault(await readModule(index.path))?.fields
    if (typeof fields?.name === 'string' && fields.name && fields.name !== folder) {
      scan.warnings.push(`\`${index.file}\` says \`name: ${JSON.stringify(fields.name)}\`, but the folder's name counts: the handler is \`${folder}\`.`)
    }
    addHandler(scan, { name: folder, folder: true, path: index.path, file: index.file }, fields?.route, options.route)
  }
  return scan
}

function addHandler(scan: HandlerScan, handler: Omit<HandlerSource, 'route'>, ownRoute: unknown, endpoint: string): void {
  const place = handler.file ?? `handlers/${handler.name}/`
  const nameProblem = findHandlerNameProblem(handler.name)
  if (nameProblem) {
    scan.errors.push(`\`${place}\`: the handler name ${JSON.stringify(handler.name)} ${nameProblem}`)
    return
  }
  if (ownRoute === UNKNOWN) {
    scan.errors.push(`\`${place}\`: \`route\` is not a string literal, so the endpoint cannot be mounted there.`)
    return
  }
  const hasRoute = typeof ownRoute === 'string' && ownRoute !== ''
  const routeProblem = hasRoute ? findRouteProblem(ownRoute) : undefined
  if (routeProblem) {
    scan.errors.push(`\`${place}\`: \`route: ${JSON.stringify(ownRoute)}\` ${routeProblem}`)
    return
  }
  const route = hasRoute ? normalizeRoute(ownRoute) : toHandlerRoute(endpoint, handler.name)
  const namesake = scan.handlers.find(other => other.name === handler.name)
  if (namesake && handler.folder && handler.file) {
    // The file would serve the folder's definitions without the middleware of the folder's own index.
    scan.errors.push(`The handler \`${handler.name}\` has its options in \`${namesake.file ?? place}\` and in \`${place}\`. Keep one of them.`)
    return
  }
  if (namesake) {
    scan.warnings.push(`The handler \`${handler.name}\` is defined by \`${namesake.file ?? place}\` and by \`${place}\`; the first is used.`)
    return
  }
  const neighbour = route === endpoint ? 'the default endpoint' : scan.handlers.find(other => other.route === route)?.file
  if (neighbour) {
    scan.warnings.push(`The route \`${route}\` of \`${place}\` already belongs to \`${neighbour}\`; the first is used.`)
    return
  }
  scan.handlers.push({ ...handler, route })
}

async function collectFiles(roots: HandlerRoot[], options: { rootDir: string, isIgnored: IsIgnored }, scan: HandlerScan): Promise<HandlerFile[]> {
  const claimed = new Set<string>()
  const slots = new Map<string, HandlerFile>()
  // From the highest-priority layer down: the first file of an identity is the one that counts.
  for (const root of roots) {
    const stray = (await selectFiles(`${root.dir}/handlers`, { depth: 'top', isIgnored: options.isIgnored })).filter(isIndex)
    scan.warnings.push(...stray.map(file => `\`${relative(options.rootDir, join(root.dir, 'handlers', file))}\` is ignored: the default endpoint's options belong in \`index.ts\` beside \`handlers/\`, a handler's in \`handlers/<name>/index.ts\`.`))
    for (const file of await listFiles(root, options)) {
      const identity = file.place === 'default' ? 'default' : `${file.place}:${file.base}`
      const holder = slots.get(identity)
      if (claimed.has(file.path)) continue
      claimed.add(file.path)
      if (holder) {
        if (withoutExtension(holder.path) === withoutExtension(file.path)) {
          scan.warnings.push(`\`${holder.file}\` and \`${file.file}\` are the same handler; the first is used. Remove one of them.`)
        }
        continue
      }
      const analysis = await readModule(file.path)
      scan.resourceFiles.push(...analysis.resourceFiles.map(written => ({ written, usedBy: file.file })))
      const exported = toDefault(analysis)
      if (!exported) {
        scan.helpers.push(file.file)
        continue
      }
      const problem = findDefaultProblem('handler', exported)
      if (problem) scan.errors.push(`\`${file.file}\`: ${problem}`)
      else slots.set(identity, file)
      // Its other options count all the same: without them the endpoint might be open.
      const hintProblem = exported.fields && findHintProblem(exported.fields)
      if (hintProblem !== undefined) scan.errors.push(`\`${file.file}\`: ${hintProblem}`)
    }
  }
  return [...slots.values()]
}

async function listFiles(root: HandlerRoot, { rootDir, isIgnored }: { rootDir: string, isIgnored: IsIgnored }): Promise<HandlerFile[]> {
  const toFile = (path: string, base: string, place: HandlerFile['place']): HandlerFile =>
    ({ path, file: relative(rootDir, path), base, place })
  const top = await selectFiles(root.dir, { depth: 'top', isIgnored })
  const flat = await selectFiles(`${root.dir}/handlers`, { depth: 'top', isIgnored })
  const indexes = await Promise.all(root.folders.map(async (folder) => {
    const files = await selectFiles(`${root.dir}/handlers/${folder}`, { depth: 'top', isIgnored })
    return files.filter(isIndex).map(file => toFile(join(root.dir, 'handlers', folder, file), folder, 'folder'))
  }))
  return [
    ...top.map(file => toFile(join(root.dir, file), withoutExtension(file), isIndex(file) ? 'default' : 'top')),
    ...flat.filter(file => !isIndex(file)).map(file => toFile(join(root.dir, 'handlers', file), withoutExtension(file), 'flat')),
    ...indexes.flat(),
  ]
}

function isIndex(file: string): boolean {
  return withoutExtension(file) === 'index'
}

function toDefault(analysis: ModuleAnalysis): AnalysedExport | undefined {
  return analysis.exports.find(entry => entry.exportName === 'default')
}
