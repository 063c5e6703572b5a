import { median, shuffled } from '../statistics.mjs'

/** A target is warm after so many requests, or so many milliseconds. */
const WARM = { milliseconds: 2500, slice: 250 }
const WARM_REQUESTS = 3000

/**
 * Measures targets side by side: in every round each of them gets one slice, in an order of its own, so that whatever
 * else the machine does meets all of them alike.
 *
 * @param {Record<string, import('./target.mjs').Target>} targets
 * @param {{ rounds: number, slice: number, warm?: number }} options `slice` in milliseconds; `warm`: requests before the first round
 */
export async function measureRounds(targets, { rounds, slice, warm = WARM_REQUESTS }) {
  for (const target of Object.values(targets)) {
    await warmUp(target, warm)
  }
  const figures = Object.fromEntries(Object.keys(targets).map(name => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(Object.keys(targets), round)) {
      figures[name].push(await targets[name].slice(slice))
    }
  }
  return new Rounds(figures)
}

/** What rounds have measured. */
export class Rounds {
  /** @param {Record<string, { requests: number, perSecond: number, cpu: number }[]>} figures one entry a round */
  constructor(figures) {
    this.figures = figures
  }

  /** All rounds of several measurements of the same targets. @param {readonly Rounds[]} measured */
  static join(measured) {
    return new Rounds(Object.fromEntries(Object.keys(measured[0].figures).map(name => [name, measured.flatMap(({ figures }) => figures[name])])))
  }

  /**
   * Median of a target's slices.
   *
   * @param {string} name
   * @param {'perSecond' | 'cpu'} figure
   */
  median(name, figure) {
    return median(this.figures[name].map(slice => slice[figure]))
  }

  /**
   * Median of the ratios of two targets, each ratio from one round.
   *
   * @param {string} name
   * @param {string} base
   * @param {'perSecond' | 'cpu'} figure
   */
  ratio(name, base, figure) {
    return median(this.figures[name].map((slice, round) => slice[figure] / this.figures[base][round][figure]))
  }
}

async function warmUp(target, enough) {
  const until = performance.now() + WARM.milliseconds * (enough / WARM_REQUESTS)
  let requests = 0
  while (requests < enough && performance.now() < until) {
    requests += (await target.slice(WARM.slice)).requests
  }
}
