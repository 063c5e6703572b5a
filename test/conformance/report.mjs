/**
 * What became of a scenario, in one line that can be compared.
 *
 * @param {{ id: string, status: string }[]} checks
 * @example '2 passed; warning: server-sse-priming-event'
 */
export function summarize(checks) {
  const idsOf = status => [...new Set(checks.filter(check => check.status === status).map(({ id }) => id))].sort()
  const [failures, warnings] = [idsOf('FAILURE'), idsOf('WARNING')]
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length
  return [
    passed > 0 || failures.length + warnings.length > 0 ? `${passed} passed` : 'not applicable',
    ...(failures.length > 0 ? [`failure: ${failures.join(', ')}`] : []),
    ...(warnings.length > 0 ? [`warning: ${warnings.join(', ')}`] : []),
  ].join('; ')
}

/** A row per scenario, a column per run. */
export function formatTable(runs) {
  const scenarios = [...new Set(runs.flatMap(({ checks }) => [...checks.keys()]))]
  const rows = [
    ['', ...runs.map(({ build }) => build)],
    ['scenario', ...runs.map(({ version }) => version)],
    ...scenarios.map(scenario => [scenario, ...runs.map(({ checks }) => formatCell(checks.get(scenario)))]),
    ['without failure', ...runs.map(({ checks }) => `${[...checks.values()].filter(isWithoutFailure).length}/${checks.size}`)],
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  const lines = rows.map(row => row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd())
  const rule = '─'.repeat(Math.max(...lines.map(line => line.length)))
  return [...lines.slice(0, 2), rule, ...lines.slice(2, -1), rule, ...lines.slice(-1)].join('\n')
}

/** Every failure and warning, with what the suite says about it. */
export function listProblems(runs) {
  return runs.flatMap(({ build, version, checks }) => [...checks].flatMap(([scenario, list]) => list
    .filter(isProblem)
    .map(({ id, status, errorMessage, details }) => `${status} ${build} ${version} ${scenario} (${id}): ${errorMessage ?? details?.message ?? ''}`)))
}

/** The scenarios of strict suites that have a failure or a warning. */
export function listForbidden(runs) {
  return runs.flatMap(({ build, version, strict, checks }) => [...checks]
    .filter(([, list]) => strict && list.some(isProblem))
    .map(([scenario, list]) => `${build} ${version} ${scenario}: ${summarize(list)}`))
}

/** The differences from what is expected, for better or worse. */
export function compare(runs, expected) {
  return runs.flatMap(({ build, version, checks }) => {
    const before = expected[build]?.[version] ?? {}
    const scenarios = new Set([...Object.keys(before), ...checks.keys()])
    return [...scenarios].flatMap((scenario) => {
      const list = checks.get(scenario)
      const [was, is] = [before[scenario] ?? 'nothing', list ? summarize(list) : 'nothing']
      return was === is ? [] : [`${build} ${version} ${scenario}: expected \`${was}\`, got \`${is}\``]
    })
  })
}

/** The expectations with those of these runs replaced. */
export function updateExpected(runs, expected) {
  const updated = structuredClone(expected)
  for (const { build, version, checks } of runs) {
    updated[build] = { ...updated[build], [version]: Object.fromEntries([...checks].map(([scenario, list]) => [scenario, summarize(list)])) }
  }
  return updated
}

function formatCell(checks) {
  if (!checks) {
    return ''
  }
  const count = status => checks.filter(check => check.status === status).length
  const [passed, failed, warned] = [count('SUCCESS'), count('FAILURE'), count('WARNING')]
  if (failed > 0) {
    return `✗ ${failed} failed`
  }
  if (warned > 0) {
    return `! ${passed} passed, ${warned} warned`
  }
  return passed > 0 ? `✓ ${passed}` : '– not applicable'
}

function isProblem({ status }) {
  return status === 'FAILURE' || status === 'WARNING'
}

function isWithoutFailure(checks) {
  return checks.every(({ status }) => status !== 'FAILURE')
}
