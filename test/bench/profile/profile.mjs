import { openTarget } from '../measure/speed.mjs'
import { callTool, listTools } from '../load/requests.mjs'
import { table } from '../report/markdown.mjs'
import { summarize } from './summary.mjs'

const TOOLS = 100
const WARM_UP = 3000
const DURATION = 5000
const METHODS = { 'tools/list': listTools, 'tools/call': callTool }

/**
 * Records where `ours` and the original spend their time. Returns Markdown.
 *
 * @param {import('../fleet.mjs').Fleet} fleet
 */
export async function profileMethods(fleet) {
  const parts = []
  for (const [method, request] of Object.entries(METHODS)) {
    for (const server of ['ours', 'original']) {
      const summary = await profileTarget(fleet, { server, tools: TOOLS, request: request(TOOLS) })
      parts.push(render(`CPU profile: ${method}, N=${TOOLS}, ${server}`, summary))
    }
  }
  return parts.join('\n\n')
}

async function profileTarget(fleet, spec) {
  const target = await openTarget(fleet, spec)
  const process = await fleet.get(spec.server, spec.tools)
  try {
    await target.slice(WARM_UP)
    await process.ask('startProfile')
    const { requests } = await target.slice(DURATION)
    return summarize(await process.ask('stopProfile'), requests)
  }
  finally {
    await target.close()
  }
}

function render(title, { groups, functions, inclusive }) {
  const rows = (shares, most) => shares.slice(0, most).map(({ name, share, micros }) => [name, `${(share * 100).toFixed(1)} %`, micros.toFixed(1)])
  return [
    `### ${title}`,
    table(['package', 'self time', 'µs/request'], rows(groups, 15)),
    table(['function', 'self time', 'µs/request'], rows(functions, 30)),
    ...(inclusive.length > 0 ? [table(['function of this module', 'with what it calls', 'µs/request'], rows(inclusive, 25))] : []),
  ].join('\n\n')
}
