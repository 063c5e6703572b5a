// Installs the packages of the benchmark, unless they are there and neither package.json asks for others.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const bench = import.meta.dirname
const stampFile = join(bench, 'node_modules/.bench-installed')
const stamp = JSON.stringify([bench, join(bench, '../..')].map((dir) => {
  const { dependencies, peerDependencies, overrides } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  return { dependencies, peerDependencies, overrides }
}))

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  // npm keeps an installed copy of a folder, and its dependencies, whatever became of the folder.
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/@nuxtjs/mcp-toolkit']) {
    rmSync(join(bench, path), { recursive: true, force: true })
  }
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: bench, stdio: 'inherit' })
  writeFileSync(stampFile, stamp)
}
