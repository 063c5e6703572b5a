import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'pathe'
import { FIXTURES, FIXTURES_DIR, NUXT_CLI, ROOT, fixtureDir } from './fixtures'
import { startNode } from './process'

const GENERATED = new Set(['node_modules', '.nuxt', '.output', '.data', '.cache'])

/** Builds each fixture once, one after another. One whose sources did not change since is kept. */
export default async function buildFixtures(): Promise<void> {
  for (const name of FIXTURES) {
    const dir = fixtureDir(name)
    const stamp = join(dir, '.output/fixture-stamp')
    const current = stampOf([join(ROOT, 'src'), join(FIXTURES_DIR, 'shared'), dir, join(ROOT, 'package-lock.json')])
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) continue
    const build = startNode({ args: [NUXT_CLI, 'build', dir], cwd: ROOT })
    if (await build.exited !== 0) throw new Error(`The fixture \`${name}\` cannot be built:\n${build.output()}`)
    writeFileSync(join(dir, '.output/build.log'), build.output())
    writeFileSync(stamp, current)
  }
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
