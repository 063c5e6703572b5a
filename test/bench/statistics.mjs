import { createHash } from 'node:crypto'

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * The keys in an order that looks random, differs from round to round and is the same in every run.
 *
 * @param {readonly string[]} keys
 * @param {number} round
 */
export function shuffled(keys, round) {
  const place = key => createHash('sha256').update(`${round} ${key}`).digest('hex')
  return keys.toSorted((a, b) => place(a) < place(b) ? -1 : 1)
}
