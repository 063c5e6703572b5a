import { Frames } from './frames.mjs'

/** What V8 calls waiting. */
const IDLE = '(idle)'

/**
 * Sums a CPU profile by package and by function.
 *
 * @param {import('node:inspector').Profiler.Profile} profile
 * @param {number} requests answered while it was recorded
 * @returns {{ groups: Share[], functions: Share[], inclusive: Share[] }} largest first; `inclusive` is the time of a
 *   function with all that it calls, for functions of this module
 *
 * @typedef {{ name: string, share: number, micros: number }} Share `share` of the busy time, `micros` per request
 */
export function summarize({ nodes, samples, timeDeltas }, requests) {
  const stacks = readStacks(nodes)
  const groups = new Map()
  const functions = new Map()
  const inclusive = new Map()
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const stack = stacks.get(id)
    const [own] = stack
    if (own.name === IDLE) {
      continue
    }
    const time = Math.max(0, timeDeltas[index])
    busy += time
    add(groups, own.group, time)
    add(functions, own.name, time)
    for (const name of new Set(stack.filter(({ ours }) => ours).map(({ name }) => name))) {
      add(inclusive, name, time)
    }
  }
  const toShares = sums => [...sums]
    .map(([name, time]) => ({ name, share: time / busy, micros: time / requests }))
    .sort((a, b) => b.micros - a.micros)
  return { groups: toShares(groups), functions: toShares(functions), inclusive: toShares(inclusive) }
}

/** The frames of each node, innermost first. */
function readStacks(nodes) {
  const frames = new Frames()
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  const described = new Map(nodes.map(({ id, callFrame }) => [id, frames.describe(callFrame)]))
  return new Map(nodes.map(({ id }) => {
    const stack = []
    for (let node = id; node !== undefined; node = parents.get(node)) {
      stack.push(described.get(node))
    }
    return [id, stack]
  }))
}

function add(sums, name, time) {
  sums.set(name, (sums.get(name) ?? 0) + time)
}
