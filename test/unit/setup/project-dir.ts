import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'pathe'
import { onTestFinished } from 'vitest'
import type { ProjectScan, ScanInput } from '../../../src/setup/scan/project'
import { scanProject } from '../../../src/setup/scan/project'
import { toDefaultPaths } from '../../../src/setup/scan/layers'

export const TOOL = 'export default defineMcpTool({ handler: () => \'ok\' })'
export const RESOURCE = 'export default defineMcpResource({ uri: `x://${import.meta.url}`, handler: () => \'ok\' })'
export const PROMPT = 'export default defineMcpPrompt({ handler: () => \'ok\' })'
export const HANDLER = 'export default defineMcpHandler({})'

/** Writes files into a temporary directory that lives as long as the test. */
export function createProject(files: Record<string, string | Uint8Array>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-scan-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  return root
}

/** Scans a project whose layers are folders of it, highest priority first. */
export async function scan(files: Record<string, string | Uint8Array>, options: Partial<Omit<ScanInput, 'layers'>> & { servers?: string[] } = {}): Promise<ProjectScan & { root: string }> {
  const root = options.rootDir ?? createProject(files)
  const { servers = ['server'], ...input } = options
  const result = await scanProject({
    rootDir: root,
    layers: servers.map(server => ({ server: join(root, server) })),
    paths: toDefaultPaths('mcp'),
    route: '/mcp',
    strategy: 'orphans',
    isIgnored: () => false,
    ...input,
  })
  return { ...result, root }
}

/** Files of all definitions, in list order. */
export function filesOf(result: ProjectScan): string[] {
  return result.definitions.map(({ file }) => file)
}
