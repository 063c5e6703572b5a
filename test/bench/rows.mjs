import { SIZES } from './plan.mjs'

/**
 * @typedef {object} RowPart
 * @property {number} must what has to be reached
 * @property {number} [aim] what should be reached
 * @property {(measured: Measured) => number | undefined} read `undefined` when there was nothing to measure
 * @property {(measured: Measured) => number | undefined} [byCpu] the same ratio from the CPU time per request
 *
 * @typedef {object} Row
 * @property {string} part of a run that measures it
 * @property {string} figure what is measured
 * @property {string} unit of all its figures
 * @property {'most' | 'least'} bound whether `must` is the most or the least that is allowed
 * @property {number} digits after the decimal point
 * @property {RowPart[]} parts one for each size that it is measured at
 *
 * @typedef {Awaited<ReturnType<typeof import('./measure/all.mjs').measureAll>>} Measured
 */

const requests = (group, name, base) => ({
  read: ({ speed }) => speed[group]?.ratio(name, base, 'perSecond'),
  byCpu: ({ speed }) => speed[group]?.ratio(base, name, 'cpu'),
})
const cpu = (group, name, base) => ({ read: ({ speed }) => speed[group]?.ratio(name, base, 'cpu') })
const againstOriginal = (group, musts, aims) => SIZES.map((tools, index) => ({
  must: musts[index], aim: aims[index], ...requests(group, `ours ${tools}`, `original ${tools}`),
}))

/** The table of what must be reached. @type {Row[]} */
export const ROWS = [
  {
    part: 'list',
    figure: '`tools/list`, N=100, CPU against the limit route', unit: '×', bound: 'most', digits: 2,
    parts: [{ must: 1.1, aim: 0.6, ...cpu('list', 'ours 100', 'limit 100') }],
  },
  {
    part: 'long list',
    figure: '`tools/list`, N=1000, req/s against the original', unit: '×', bound: 'least', digits: 0,
    parts: [{ must: 60, aim: 200, ...requests('long list', 'ours 1000', 'original 1000') }],
  },
  {
    part: 'call',
    figure: '`tools/call`, N=100, CPU against the limit route', unit: '×', bound: 'most', digits: 2,
    parts: [{ must: 3, aim: 2, ...cpu('call', 'ours 100', 'limit 100') }],
  },
  {
    part: 'call',
    figure: '`tools/call`, req/s against the original, N=10 / 100 / 1000', unit: '×', bound: 'least', digits: 1,
    parts: againstOriginal('call', [8, 15, 60], [12, 22, 100]),
  },
  {
    part: 'initialize',
    figure: '`initialize`, req/s against the original, N=10 / 100 / 1000', unit: '×', bound: 'least', digits: 1,
    parts: againstOriginal('initialize', [8, 13, 80], [12, 20, 120]),
  },
  {
    part: 'sizes',
    figure: '`tools/call`, N=1000 against N=10 of ourselves, req/s', unit: '×', bound: 'least', digits: 2,
    parts: [{ must: 0.85, aim: 1, ...requests('sizes', 'ours 1000', 'ours 10') }],
  },
  {
    part: 'call',
    figure: '`tools/call`, N=100, req/s against fastmcp', unit: '×', bound: 'least', digits: 1,
    parts: [{ must: 4, aim: 8, ...requests('call', 'ours 100', 'fastmcp 100') }],
  },
  {
    part: 'call',
    figure: '`tools/call` in a session against stateless, N=100, req/s', unit: '×', bound: 'least', digits: 2,
    parts: [{ must: 0.8, aim: 1, ...requests('call', 'ours, sessions 100', 'ours 100') }],
  },
  {
    part: 'modern call',
    figure: '`tools/call` of 2026-07-28 against the stateless one of 2025, N=100, CPU', unit: '×', bound: 'most', digits: 2,
    parts: [{ must: 1.3, ...cpu('modern call', 'modern 100', 'ours 100') }],
  },
  {
    part: 'heap',
    figure: 'heap per idle session, N=10 / 100', unit: 'KiB', bound: 'most', digits: 1,
    parts: [10, 100].map(tools => ({ must: 15, aim: 11, read: ({ heap }) => heap[`ours ${tools}`] })),
  },
  {
    part: 'cold start',
    figure: 'cold start over an empty Nuxt app, N=10 / 1000', unit: 'ms', bound: 'most', digits: 0,
    parts: [
      { must: 40, aim: 10, read: ({ coldStart }) => coldStart.over('ours 10') },
      { must: 300, aim: 150, read: ({ coldStart }) => coldStart.over('ours 1000') },
    ],
  },
  {
    part: 'size',
    figure: 'bytes added to `.output/server`, one tool', unit: 'MB', bound: 'most', digits: 2,
    parts: [{ must: 0.85, aim: 0.6, read: ({ size }) => size.ours.bytes / 1e6 }],
  },
]

/**
 * Holds what was measured against the table. A row is `ok`, `short` of what must be reached, or `absent` when the
 * server does not do what it is about.
 *
 * @param {Measured} measured
 * @param {readonly string[]} parts that were measured
 */
export function judge(measured, parts) {
  return ROWS.filter(({ part }) => parts.includes(part)).map((row) => {
    const values = row.parts.map(part => part.read(measured))
    const sign = row.bound === 'most' ? '≤ ' : '≥ '
    const join = (numbers, before = '') => numbers.includes(undefined) ? '–' : `${before}${numbers.join(' / ')} ${row.unit}`
    const joinMeasured = numbers => join(numbers.map(number => number?.toFixed(row.digits)))
    return {
      figure: row.figure,
      values,
      measured: joinMeasured(values),
      byCpu: row.parts.some(({ byCpu }) => byCpu) ? joinMeasured(row.parts.map(({ byCpu }) => byCpu(measured))) : '',
      must: join(row.parts.map(({ must }) => must), sign),
      aim: join(row.parts.map(({ aim }) => aim), sign),
      status: statusOf(row, values),
    }
  })
}

function statusOf({ parts, bound }, values) {
  if (values.includes(undefined)) {
    return 'absent'
  }
  const reached = parts.every(({ must }, index) => bound === 'most' ? values[index] <= must : values[index] >= must)
  return reached ? 'ok' : 'short'
}
