import { renderEnvironment } from './environment.mjs'
import { figure, table } from './markdown.mjs'

/** The Markdown that a run prints. */
export function renderReport({ environment, seconds, rows, measured, quick }) {
  const { speed, tables, heap, coldStart, size, buildTimes } = measured
  const sections = [
    renderEnvironment(environment),
    ...Object.entries(speed).map(([name, rounds]) => renderSpeed(`Side by side: ${name}`, rounds)),
    ...tables.map(({ method, tools, rounds }) => renderSpeed(`${method}, N=${tools}`, rounds)),
    heap && titled('Heap per idle session', table(['server', 'KiB'], Object.entries(heap).map(([name, kib]) => [name, kib.toFixed(1)]))),
    coldStart && titled('From the start of the process to the first answer', renderColdStart(coldStart)),
    size && titled('Added to `.output/server` by one tool', renderSize(size)),
    buildTimes && titled('`nuxt build`', table(['app', 's'], Object.entries(buildTimes).map(([name, time]) => [name, (time / 1000).toFixed(1)]))),
    titled('What must be reached', renderRows(rows)),
    `Measured in ${seconds.toFixed(0)} s${quick ? ' (quick run)' : ''}.`,
  ]
  return sections.filter(Boolean).join('\n\n')
}

function renderRows(rows) {
  return table(['figure', 'measured', 'must', 'aim', '', 'by CPU'], rows.map(({ figure, measured, byCpu, must, aim, status }) => [figure, measured, must, aim, status, byCpu]))
}

// Every other target is told against the first one.
function renderSpeed(title, rounds) {
  const [base] = Object.keys(rounds.figures)
  const rows = Object.keys(rounds.figures).map(name => [
    name,
    figure(rounds.median(name, 'perSecond')),
    figure(rounds.median(name, 'cpu')),
    figure(rounds.ratio(base, name, 'perSecond')),
    figure(rounds.ratio(base, name, 'cpu')),
  ])
  return titled(title, table(['server', 'req/s', 'CPU µs/request', `${base}: req/s, × this`, `${base}: CPU, × this`], rows))
}

function renderColdStart({ times, median, over }) {
  return table(['app', 'ms', 'over the empty app'], Object.keys(times).map(name => [name, median(name).toFixed(0), over(name).toFixed(0)]))
}

function renderSize(size) {
  const megabytes = bytes => (bytes / 1e6).toFixed(2)
  return table(['module', 'MB', 'files', 'MB of source maps'], Object.entries(size).map(([name, { bytes, files, mapBytes }]) => [name, megabytes(bytes), files, megabytes(mapBytes)]))
}

function titled(title, body) {
  return `### ${title}\n\n${body}`
}
