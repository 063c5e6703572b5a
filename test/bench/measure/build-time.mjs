import { runBuild } from '../apps/build.mjs'
import { median, shuffled } from '../statistics.mjs'

/**
 * Builds apps again and again, side by side.
 *
 * @param {Record<string, string>} dirs name → folder of the app
 * @param {number} rounds
 * @returns {Promise<Record<string, number>>} medians in milliseconds
 */
export async function measureBuildTimes(dirs, rounds) {
  const times = Object.fromEntries(Object.keys(dirs).map(name => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(Object.keys(dirs), round)) {
      times[name].push(await runBuild(dirs[name]))
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}
