import fc from 'fast-check'
import { anything, headerText, mostly, request, text } from './arbitraries.mjs'

export const VERSION = '2026-07-28'
const PREFIX = 'io.modelcontextprotocol/'

/** The `_meta` of a client that can answer everything. */
export const FULL_META = {
  [`${PREFIX}protocolVersion`]: VERSION,
  [`${PREFIX}clientInfo`]: { name: 'fuzz', version: '1' },
  [`${PREFIX}clientCapabilities`]: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
}

/** Well-formed parts for each one that is anything: a request is refused for the first that is not. */
const WELL_FORMED = 40

const capabilities = fc.record({
  elicitation: mostly(fc.constantFrom({}, { form: {} }, { form: {}, url: {} }), WELL_FORMED),
  sampling: mostly(fc.constantFrom({}, { tools: {} }), WELL_FORMED),
  roots: mostly(fc.constant({}), WELL_FORMED),
}, { requiredKeys: [] })

const meta = fc.record({
  [`${PREFIX}protocolVersion`]: mostly(fc.oneof({ weight: WELL_FORMED, arbitrary: fc.constant(VERSION) }, { weight: 1, arbitrary: fc.constantFrom('2025-11-25', 'v999.0.0', ' 2026-07-28') }), WELL_FORMED),
  [`${PREFIX}clientCapabilities`]: mostly(capabilities, WELL_FORMED),
  [`${PREFIX}clientInfo`]: mostly(fc.record({ name: text, version: text }), WELL_FORMED),
  [`${PREFIX}logLevel`]: mostly(fc.constantFrom('debug', 'info', 'error'), WELL_FORMED),
  progressToken: mostly(fc.oneof(fc.integer(), text), WELL_FORMED),
  odd: anything,
}, { requiredKeys: [`${PREFIX}protocolVersion`, `${PREFIX}clientCapabilities`] })

const answers = fc.dictionary(fc.oneof(fc.constantFrom('first', 'elicitation-1', 'roots-1', 'constructor', 'PROTO'), text), anything, { maxKeys: 3 })
const rounds = fc.record({ inputResponses: mostly(answers), requestState: anything }, { requiredKeys: [] })
const listen = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.integer(),
  method: fc.constant('subscriptions/listen'),
  params: fc.record({ notifications: mostly(fc.record({ toolsListChanged: mostly(fc.boolean()), promptsListChanged: anything, resourceSubscriptions: mostly(fc.array(mostly(fc.constantFrom('app://news', 'app://items/1')))) }, { requiredKeys: [] })) }),
})
const asking = fc.constantFrom('ask', 'confirm-twice', 'routed').chain(name => fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.integer(),
  method: fc.constant('tools/call'),
  params: fc.record({ name: fc.constant(name), arguments: mostly(fc.record({ text: mostly(fc.constant('TOKEN')), region: mostly(text), priority: mostly(fc.integer()) }, { requiredKeys: ['text', 'region'] })) }),
}))
const discover = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), method: mostly(fc.constantFrom('server/discover', 'server/discover ', 'Server/Discover')), params: fc.constant({}) })
const notification = fc.record({ jsonrpc: fc.constant('2.0'), method: mostly(fc.constantFrom('notifications/cancelled', 'notifications/progress', 'notifications/initialized')), params: mostly(fc.record({ requestId: anything, progressToken: anything, progress: anything }, { requiredKeys: [] })) })
const message = fc.oneof({ weight: 16, arbitrary: request() }, { weight: 6, arbitrary: asking }, { weight: 2, arbitrary: discover }, { weight: 1, arbitrary: listen }, { weight: 1, arbitrary: notification })

/** Headers that say something else than the body. `undefined` takes one away. */
const changes = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({
      'mcp-protocol-version': fc.oneof(headerText, fc.constantFrom(undefined, '2025-11-25', ` ${VERSION} `)),
      'mcp-method': fc.oneof(headerText, fc.constantFrom(undefined, 'tools/list', 'TOOLS/CALL')),
      'mcp-name': fc.oneof(headerText, fc.constantFrom(undefined, 'echo', '=?base64?ZWNobw==?=', '=?base64?ZWNobw?=', '=?base64?!!?=', '=?base64?/w==?=')),
      'mcp-param-region': fc.oneof(headerText, fc.constantFrom(undefined, '=?base64??=')),
      'mcp-session-id': headerText,
      'x-mcp-tools': fc.constantFrom('echo', '__proto__'),
      'accept': fc.constantFrom('application/json', 'text/event-stream', '*/*'),
    }, { requiredKeys: [] }),
  },
)

/** A message of the era without sessions, with its headers. */
export const modernRequest = fc.tuple(message, mostly(meta, WELL_FORMED), fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: rounds }), changes)
  .map(([given, _meta, extra, changed]) => {
    const value = typeof given.params === 'object' && given.params !== null ? { ...given, params: { ...given.params, ...extra, _meta } } : given
    return { value, headers: { ...mirror(value), ...changed } }
  })

/** What is done to a state, and to the request that comes with it, before the client repeats it. */
export const changedRounds = fc.record({
  change: fc.constantFrom('none', 'none', 'flip', 'cut', 'append', 'swap', 'arguments', 'tool', 'garbage'),
  position: fc.nat(),
  garbage: anything,
  answers: fc.option(answers),
})

/** Whether a request is of the era without sessions, or says so in its header. */
export function claimsModern({ params }, headers) {
  const meta = params?._meta
  return (typeof meta === 'object' && meta !== null && `${PREFIX}protocolVersion` in meta) || headers['mcp-protocol-version']?.trim() === VERSION
}

/** The headers of a client that repeats its body in them. */
export function mirror({ method, params }) {
  const name = params?.name ?? params?.uri
  const { region, priority } = params?.arguments ?? {}
  const headers = {
    'mcp-protocol-version': params?._meta?.[`${PREFIX}protocolVersion`] ?? VERSION,
    'mcp-method': method,
    'mcp-name': name,
    'mcp-param-region': region,
    'mcp-param-priority': priority,
  }
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string' || typeof value === 'number').map(([key, value]) => [key, encode(String(value))]))
}

function encode(value) {
  return /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}
