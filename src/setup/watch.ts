import { resolve } from 'pathe'
import type { SetupContext } from './context'

/** Editors write a file in several steps. */
const DEBOUNCE_MS = 100
/** Nuxt's watcher may miss files that are created together with their folder. */
const NEW_FOLDER_MS = 1000

/** Calls `rescan` after files below `getRoots()`, or folders on the way to them, changed. */
export function setupWatch({ nuxt, log }: SetupContext, getRoots: () => string[], rescan: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isClosed = false

  function run(): void {
    running = running.then(rescan).catch(error => log.error('Scanning the MCP definitions failed.', error))
  }

  nuxt.hook('builder:watch', (event, changed) => {
    const path = resolve(nuxt.options.srcDir, changed)
    if (isClosed || !getRoots().some(root => isRelated(path, root))) return
    clearTimeout(timer)
    timer = setTimeout(run, DEBOUNCE_MS)
    if (event === 'addDir') setTimeout(() => isClosed || run(), NEW_FOLDER_MS).unref()
  })
  nuxt.hook('close', () => {
    isClosed = true
    clearTimeout(timer)
  })
}

function isRelated(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`) || root.startsWith(`${path}/`)
}
