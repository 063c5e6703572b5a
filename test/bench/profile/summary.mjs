import { Frames } from './frames.mjs'

/** What V8 books under no function of a script, and what is waiting and not work. */
const IDLE = '(idle)'

/**
 * Sums the self time of a CPU profile by function and by package.
 *
 * @param {import('node:inspector').Profiler.Profile} profile
 * @param {number} requests answered while it was recorded
 * @returns {{ functions: Share[], groups: Share[] }} largest first
 *
 * @typedef {{ name: string, share: number, micros: number }} Share `share` of the busy time, `micros` per request
 */
export function summarize({ nodes, samples, timeDeltas }, requests) {
  const frames = new Frames()
  const byId = new Map(nodes.map(node => [node.id, node.callFrame]))
  const functions = new Map()
  const groups = new Map()
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const callFrame = byId.get(id)
    if (callFrame.functionName === IDLE) {
      continue
    }
    const time = Math.max(0, timeDeltas[index])
    const { group, name } = frames.describe(callFrame)
    busy += time
    functions.set(name, (functions.get(name) ?? 0) + time)
    groups.set(group, (groups.get(group) ?? 0) + time)
  }
  const toShares = sums => [...sums]
    .map(([name, time]) => ({ name, share: time / busy, micros: time / requests }))
    .sort((a, b) => b.micros - a.micros)
  return { functions: toShares(functions), groups: toShares(groups) }
}
