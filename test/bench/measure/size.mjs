import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Bytes and files of the server of a built app. Source maps are counted apart: no server reads them.
 *
 * @param {string} dir the app
 */
export function serverSize(dir) {
  const size = { bytes: 0, mapBytes: 0, files: 0 }
  for (const entry of readdirSync(join(dir, '.output/server'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) {
      continue
    }
    const { size: bytes } = statSync(join(entry.parentPath, entry.name))
    if (entry.name.endsWith('.map')) {
      size.mapBytes += bytes
    }
    else {
      size.bytes += bytes
      size.files++
    }
  }
  return size
}
