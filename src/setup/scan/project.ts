import type { McpDefinitionPaths } from '../../runtime/types/definition-paths'
import { resolveCollisions } from './collisions'
import type { DefinitionFile } from './definitions'
import { scanDefinitions } from './definitions'
import type { DefaultHandlerSource, HandlerSource } from './handlers'
import { scanHandlers } from './handlers'
import type { ScanLayer } from './layers'
import { resolveDefinitionRoots, resolveHandlerRoots } from './layers'
import { findNearMisses } from './near-misses'
import { checkDefinitions } from './problems'
import type { ResourceFile } from './resource-files'
import { resolveResourceFiles } from './resource-files'
import type { IsIgnored } from './select'

export interface ScanInput {
  rootDir: string
  /** From the project to the lowest priority. */
  layers: ScanLayer[]
  paths: McpDefinitionPaths
  /** Path of the default endpoint. */
  route: string
  strategy: 'orphans' | 'all'
  isIgnored: IsIgnored
}

/** Everything that the disk says, as plain sorted data. */
export interface ProjectScan {
  definitions: DefinitionFile[]
  handlers: HandlerSource[]
  defaultHandler?: DefaultHandlerSource
  resourceFiles: ResourceFile[]
  /** Absolute folders that the scan read, existing or not. */
  roots: string[]
  errors: string[]
  warnings: string[]
  infos: string[]
}

export const EMPTY_SCAN: Readonly<ProjectScan> = {
  definitions: [], handlers: [], resourceFiles: [], roots: [], errors: [], warnings: [], infos: [],
}

export async function scanProject(input: ScanInput): Promise<ProjectScan> {
  const { rootDir, layers, paths, isIgnored } = input
  const handlerRoots = await resolveHandlerRoots(layers, paths, isIgnored)
  const definitionRoots = resolveDefinitionRoots(layers, paths, handlerRoots)
  const handlers = await scanHandlers(handlerRoots, { rootDir, route: input.route, isIgnored })
  const found = await scanDefinitions(definitionRoots, { rootDir, isIgnored })
  const checked = checkDefinitions(found.files, rootDir)
  const settled = resolveCollisions(checked.files, { rootDir, strategy: input.strategy })
  const helpers = [...new Set([...handlers.helpers, ...found.helpers])].sort()
  const resources = resolveResourceFiles([...found.resourceFiles, ...handlers.resourceFiles], rootDir)
  return {
    definitions: settled.files,
    handlers: handlers.handlers,
    ...(handlers.defaultHandler && { defaultHandler: handlers.defaultHandler }),
    resourceFiles: resources.files,
    roots: [...new Set([...handlerRoots, ...definitionRoots].map(root => root.dir))].sort(),
    errors: addMissing([...handlers.errors, ...checked.errors], resources.problems),
    warnings: [...handlers.warnings, ...found.warnings, ...checked.warnings, ...settled.warnings, ...findNearMisses(handlerRoots, rootDir)],
    infos: [
      ...handlers.infos,
      ...(helpers.length ? [`Skipped as helpers, because they export no definition: ${helpers.map(file => `\`${file}\``).join(', ')}`] : []),
    ],
  }
}

/** A definition's own problem already names its file; this adds the resources that helpers and handlers make. */
function addMissing(errors: string[], problems: { usedBy: string, problem: string }[]): string[] {
  const others = problems.filter(({ usedBy, problem }) => !errors.some(error => error.startsWith(`\`${usedBy}\``) && error.endsWith(problem)))
  return [...new Set([...errors, ...others.map(({ usedBy, problem }) => `\`${usedBy}\`: ${problem}`)])]
}
