/** What `results.json` holds. */
export function toJson({ environment, seconds, quick, rows, measured }) {
  const { speed, tables, heap, coldStart, size, buildTimes } = measured
  return {
    environment,
    quick,
    seconds: Math.round(seconds),
    rows,
    speed: Object.fromEntries(Object.entries(speed).map(([name, rounds]) => [name, medians(rounds)])),
    tables: tables.map(({ method, tools, rounds }) => ({ method, tools, servers: medians(rounds) })),
    heapPerSessionKiB: heap,
    coldStartMilliseconds: coldStart && Object.fromEntries(Object.keys(coldStart.times).map(name => [name, { median: coldStart.median(name), overEmpty: coldStart.over(name) }])),
    addedToServer: size,
    buildMilliseconds: buildTimes,
  }
}

function medians(rounds) {
  return Object.fromEntries(Object.entries(rounds.figures).map(([name, slices]) => [name, {
    perSecond: rounds.median(name, 'perSecond'),
    cpuMicroseconds: rounds.median(name, 'cpu'),
    rounds: slices,
  }]))
}
