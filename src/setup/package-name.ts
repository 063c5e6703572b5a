import { existsSync, readFileSync } from 'node:fs'
import { join } from 'pathe'

/** `name` in the project's package.json, when there is one. */
export function readPackageName(rootDir: string): string | undefined {
  const path = join(rootDir, 'package.json')
  if (!existsSync(path)) return undefined
  const { name } = JSON.parse(readFileSync(path, 'utf8')) as { name?: unknown }
  return typeof name === 'string' && name !== '' ? name : undefined
}
