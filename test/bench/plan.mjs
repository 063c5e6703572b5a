import { PEERS } from './fleet.mjs'
import { callTool, callToolModern, getPrompt, initialize, listTools, readResource } from './load/requests.mjs'

/** Parts of a run that are no group of servers. */
const OTHER_PARTS = ['heap', 'cold start', 'size']

/** How many tools the apps have. */
export const SIZES = [10, 100, 1000]

/** Apps that are there to be compared with. @type {Record<string, import('./apps/build.mjs').AppSpec>} */
export const SPECS = {
  empty: { module: 'empty', tools: 0 },
  oneTool: { module: 'ours', tools: 1, bare: true },
}

const appsAt = (module, sizes, options) => sizes.map(tools => ({ module, tools, ...options }))

/** The apps that each run takes, and those that only complete ones take. */
export const APPS = {
  quick: [SPECS.empty, SPECS.oneTool, ...appsAt('ours', SIZES), ...appsAt('original', SIZES), ...appsAt('ours', [10, 100], { sessions: 'lasting' })],
  complete: [{ ...SPECS.oneTool, module: 'original' }, ...appsAt('original', [10, 100], { sessions: 'lasting' })],
}

const target = (server, tools, request) => ({ [`${server} ${tools}`]: { server, tools, request: request(tools) } })
const atSizes = (server, request) => Object.assign({}, ...SIZES.map(tools => target(server, tools, request)))

/**
 * What the rows of the must table are read from. The targets of one group are measured side by side, so only those
 * that a row compares share one.
 *
 * `share`: of the rounds, for groups whose slices take seconds. `pairs`: how often the servers are started anew, each
 * time for its part of the rounds.
 */
export const ROW_GROUPS = {
  'list': { targets: { ...target('ours', 100, listTools), ...target('limit', 100, listTools) } },
  'long list': { targets: { ...target('ours', 1000, listTools), ...target('original', 1000, listTools) }, share: 1 / 3 },
  'call': {
    targets: {
      ...atSizes('ours', callTool),
      ...atSizes('original', callTool),
      ...target('limit', 100, callTool),
      ...target('fastmcp', 100, callTool),
      ...target('ours, sessions', 100, callTool),
    },
  },
  'sizes': { targets: { ...target('ours', 10, callTool), ...target('ours', 1000, callTool) }, pairs: 5 },
  'initialize': { targets: { ...atSizes('ours', initialize), ...atSizes('original', initialize) } },
  'modern call': {
    targets: {
      'ours 100': { server: 'ours', tools: 100, request: callTool(100) },
      'modern 100': { server: 'ours', tools: 100, request: callToolModern(100) },
    },
  },
}

/** Everything that a run can measure for the must table. */
export const PARTS = [...Object.keys(ROW_GROUPS), ...OTHER_PARTS]

const METHODS = {
  'initialize': initialize,
  'tools/list': listTools,
  'tools/call': callTool,
  'tools/call with an output schema': tools => callTool(tools, { output: true }),
  'resources/read': readResource,
  'prompts/get': getPrompt,
}

/** Each method at each size, everything that can be measured beside each other. Only full runs take the time. */
export function tableGroups() {
  return Object.entries(METHODS).flatMap(([method, request]) => SIZES.map((tools) => {
    const servers = ['ours', 'original', ...PEERS, ...(tools < 1000 && method !== 'initialize' ? ['ours, sessions', 'original, sessions'] : [])]
    const limit = method === 'tools/list' || method === 'tools/call' ? ['limit'] : []
    const targets = Object.fromEntries([...servers, ...limit].map(server => [server, { server, tools, request: request(tools) }]))
    return { method, tools, targets }
  }))
}
