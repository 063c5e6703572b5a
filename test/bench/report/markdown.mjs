/**
 * A Markdown table whose columns line up in a terminal too.
 *
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function table(head, rows) {
  const lines = [head, ...rows].map(line => line.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map(line => line[column].length)))
  const render = line => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [first, ...rest] = lines.map(render)
  return [first, `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`, ...rest].join('\n')
}

/** A figure with as many digits as it deserves: `3.04`, `27.5`, `1325`. */
export function figure(value) {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
