import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'pathe'
import type { TestProject } from 'vitest/node'
import { FIXTURES, FIXTURES_DIR, type Fixture, NUXT_CLI, ROOT, fixtureDir } from './fixtures'
import { withLock } from './lock'
import { startNode } from './process'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the output of each fixture. */
    builds: string
  }
}

const GENERATED = new Set(['node_modules', '.nuxt', '.output', '.data', '.cache'])

/**
 * Builds each fixture once, one after another. One whose sources did not change since is kept. The tests get copies
 * outside the repository: what a build needs has to be in its output, and a run that starts meanwhile does not take
 * the files away from a running server.
 */
export default async function buildFixtures(project: TestProject): Promise<() => void> {
  return provideBuilds(project, FIXTURES)
}

/** The same for some fixtures. */
export async function provideBuilds(project: TestProject, names: readonly Fixture[]): Promise<() => void> {
  const builds = await withLock(join(FIXTURES_DIR, '.tmp-lock'), async () => {
    for (const name of names) await buildFixture(name)
    const copies = mkdtempSync(join(tmpdir(), 'mcp-builds-'))
    for (const name of names) cpSync(join(fixtureDir(name), '.output'), join(copies, name), { recursive: true, verbatimSymlinks: true })
    return copies
  })
  project.provide('builds', builds)
  return () => rmSync(builds, { recursive: true, force: true })
}

async function buildFixture(name: string): Promise<void> {
  const dir = fixtureDir(name)
  const stamp = join(dir, '.output/fixture-stamp')
  const current = stampOf([join(ROOT, 'src'), join(FIXTURES_DIR, 'shared'), ...layersOf(name), dir, join(ROOT, 'package-lock.json')])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  const build = startNode({ args: [NUXT_CLI, 'build', dir], cwd: ROOT })
  if (await build.exited !== 0) throw new Error(`The fixture \`${name}\` cannot be built:\n${build.output()}`)
  writeFileSync(join(dir, '.output/build.log'), build.output())
  writeFileSync(stamp, current)
}

/** What a fixture is made of beside its own folder: `sessions-redis` is `sessions` with shared storage. */
function layersOf(name: string): string[] {
  return name === 'sessions-redis' ? [fixtureDir('sessions')] : []
}

/** Changes when any file does. */
function stampOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles)) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${relative(ROOT, path)}\0${mtimeMs}\0${size}\n`)
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).filter(entry => !GENERATED.has(entry)).sort().flatMap(entry => listFiles(join(path, entry)))
}
