import fc from 'fast-check'

/**
 * JSON text of a value. Strings in it stand for what `JSON.stringify` does not write: `RAW(1e999)` for a literal,
 * `DEEP(9)` and `DEEPER(9)` for arrays and objects in each other, `WIDE(9)` for that many keys, `LONG(9)` for that many
 * characters, `PROTO` as a key for `__proto__`, and `TOKEN` for what the client is known by.
 */
export function toJson(value, token) {
  return JSON.stringify(value)
    .replaceAll('"PROTO":', '"__proto__":')
    .replaceAll(/"RAW\(([^"]*)\)"/g, '$1')
    .replaceAll(/"DEEP\((\d+)\)"/g, (_, depth) => '['.repeat(depth) + ']'.repeat(depth))
    .replaceAll(/"DEEPER\((\d+)\)"/g, (_, depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    .replaceAll(/"WIDE\((\d+)\)"/g, (_, width) => `{${Array.from({ length: Number(width) }, (_, index) => `"k${index}":${index}`).join()}}`)
    .replaceAll(/"LONG\((\d+)\)"/g, (_, length) => JSON.stringify('x'.repeat(Number(length))))
    .replaceAll('TOKEN', token)
}

const NASTY = ['', ' ', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'then', 'toJSON', '\u0000', '\uD800', '\u2028', '💥'.repeat(20), '../../etc/passwd', '%00', '%2e%2e%2f', '%', '{id}', '${1}', 'a'.repeat(5000), '\r\nx: y', '<script>', 'NaN', '-0', '*']

export const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NASTY) }, { weight: 2, arbitrary: fc.string({ maxLength: 30 }) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) })

const HUGE = ['DEEP(50)', 'DEEP(2000)', 'DEEP(20000)', 'DEEP(200000)', 'DEEPER(50)', 'DEEPER(5000)', 'DEEPER(100000)', 'WIDE(5000)', 'LONG(200000)']
const literal = fc.constantFrom('RAW(1e999)', 'RAW(-1e999)', 'RAW(-0)', 'RAW(1e-400)', 'RAW(9007199254740993)', 'RAW(123456789012345678901234567890)', 'RAW(1.5)', 'RAW(1E+2)')

const key = fc.oneof({ weight: 1, arbitrary: fc.constantFrom('PROTO', 'constructor', 'toJSON', 'then', 'jsonrpc', 'id', 'method', '_meta', 'progressToken', 'task', 'cursor') }, { weight: 1, arbitrary: fc.string({ maxLength: 8 }) })

const { value: json } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null), literal) },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 3, arbitrary: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(Object.fromEntries) },
  ),
}))

/** Any JSON, now and then a huge one. */
export const anything = fc.oneof({ weight: 60, arbitrary: json }, { weight: 1, arbitrary: fc.constantFrom(...HUGE) })

/** The first, or now and then anything else. */
export function mostly(arbitrary, weight = 6) {
  return fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: anything })
}

const id = fc.oneof(
  { weight: 25, arbitrary: fc.oneof(fc.integer({ min: 0, max: 1e6 }), fc.string({ maxLength: 10 }), fc.constant('TOKEN'), fc.integer()) },
  { weight: 1, arbitrary: fc.oneof(literal, fc.constantFrom('', null, true, [], {}, 1.5, 'LONG(20000)', '__proto__', 'constructor'), anything) },
)

const TOOLS = ['echo', 'echo-anything', 'no-arguments', 'typed', 'whoami', 'fails', 'big', 'remember', 'steps']
const URIS = ['app://news', 'app://items/1', 'app://items/%2F', 'app://items/', 'app://search/a/b?q=1', 'file:///package.json', 'app://search/?page=%00']

const toolArguments = fc.oneof(
  fc.record({ text: mostly(fc.constant('TOKEN')), wait: mostly(fc.integer({ min: 0, max: 5 })), name: mostly(text), count: mostly(fc.integer({ min: 0, max: 3 })), kind: mostly(fc.constantFrom('a', 'b')), list: anything, map: anything, value: mostly(text), status: mostly(fc.integer({ min: 400, max: 599 })), size: mostly(fc.integer({ min: 0, max: 20000 })) }, { requiredKeys: ['text'] }),
  anything,
)
const meta = mostly(fc.record({ progressToken: mostly(fc.oneof(fc.integer(), text)) }, { requiredKeys: [] }))

export const toolName = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TOOLS) }, { weight: 1, arbitrary: text })
const character = fc.constantFrom('a', '/', ':', '?', '#', '%', '%00', '%ff', '%C3%A9', '..', '@', '[', ']', '{', '}', '&', '=', ' ', '\\', 'é', '💥', '\u0000', '\uD800', '+', ';', ',')
export const uri = fc.oneof(
  fc.constantFrom(...URIS),
  fc.tuple(fc.constantFrom('app://items/', 'app://search/', 'app://', 'file:///', 'http://', 'data:', 'javascript:', '', 'APP://NEWS', 'app:'), fc.array(character, { maxLength: 12 })).map(([start, rest]) => start + rest.join('')),
  text,
)

const PARAMS = {
  'initialize': fc.record({ protocolVersion: mostly(fc.constantFrom('2025-11-25', '2024-11-05', 'x')), capabilities: mostly(fc.constant({})), clientInfo: mostly(fc.constant({ name: 'fuzz', version: '1' })) }, { requiredKeys: [] }),
  'ping': anything,
  'tools/list': fc.record({ cursor: anything, _meta: meta }, { requiredKeys: [] }),
  'tools/call': fc.record({ name: mostly(toolName), arguments: toolArguments, _meta: meta, task: anything }, { requiredKeys: ['name'] }),
  'resources/list': anything,
  'resources/templates/list': anything,
  'resources/read': fc.record({ uri: mostly(uri), _meta: meta }, { requiredKeys: [] }),
  'resources/subscribe': fc.record({ uri: mostly(uri) }, { requiredKeys: [] }),
  'resources/unsubscribe': fc.record({ uri: mostly(uri) }, { requiredKeys: [] }),
  'prompts/list': anything,
  'prompts/get': fc.record({ name: mostly(fc.constantFrom('greet', 'plain')), arguments: mostly(fc.record({ who: mostly(fc.constant('TOKEN')), tone: mostly(text) }, { requiredKeys: [] })) }, { requiredKeys: ['name'] }),
  'completion/complete': fc.record({ ref: mostly(fc.oneof(fc.record({ type: fc.constant('ref/prompt'), name: mostly(fc.constant('greet')) }), fc.record({ type: fc.constant('ref/resource'), uri: mostly(fc.constantFrom('app://items/{id}', 'app://news')) }))), argument: mostly(fc.record({ name: mostly(fc.constant('who')), value: mostly(text) })), context: anything }, { requiredKeys: ['ref', 'argument'] }),
  'logging/setLevel': fc.record({ level: mostly(fc.constantFrom('debug', 'error', 'loud')) }),
  'tasks/get': fc.record({ taskId: anything }),
  'tasks/cancel': fc.record({ taskId: anything }),
  'sampling/createMessage': anything,
  'roots/list': anything,
}
const NOTIFICATIONS = ['notifications/initialized', 'notifications/cancelled', 'notifications/progress', 'notifications/roots/list_changed', 'notifications/message', 'notifications/tasks/status']

/** `methods` narrows the requests down. */
export function request(methods = Object.keys(PARAMS)) {
  return fc.oneof(...methods.map(method => fc.record({ jsonrpc: fc.constant('2.0'), id, method: fc.constant(method), params: mostly(PARAMS[method], 12) }, { requiredKeys: ['jsonrpc', 'id', 'method', ...(method === 'ping' ? [] : ['params'])] })))
}

const notification = fc.record({ jsonrpc: fc.constant('2.0'), method: mostly(fc.constantFrom(...NOTIFICATIONS)), params: fc.oneof(fc.record({ requestId: id, reason: anything, progressToken: anything, progress: anything }, { requiredKeys: [] }), anything) }, { requiredKeys: ['jsonrpc', 'method'] })
const response = fc.record({ jsonrpc: fc.constant('2.0'), id, result: anything, error: mostly(fc.record({ code: mostly(fc.integer()), message: mostly(text), data: anything })) }, { requiredKeys: ['jsonrpc', 'id'] })
const envelope = fc.record({ jsonrpc: mostly(fc.constantFrom('2.0', '1.0', 2)), id: anything, method: mostly(fc.oneof(fc.constantFrom(...Object.keys(PARAMS)), text)), params: anything, result: anything, error: anything, PROTO: anything }, { requiredKeys: [] })

const message = fc.oneof({ weight: 16, arbitrary: request() }, { weight: 2, arbitrary: notification }, { weight: 1, arbitrary: response }, { weight: 2, arbitrary: envelope }, { weight: 1, arbitrary: anything })

/** A value that becomes the body of a POST, or text that is one. */
export const body = fc.oneof(
  { weight: 80, arbitrary: message.map(value => ({ value })) },
  { weight: 16, arbitrary: fc.array(message, { maxLength: 6 }).map(value => ({ value })) },
  { weight: 16, arbitrary: fc.array(request(['ping', 'tools/call', 'prompts/get']), { maxLength: 12 }).map(value => ({ value })) },
  { weight: 1, arbitrary: fc.constantFrom(100, 101, 500).map(count => ({ value: Array.from({ length: count }, (_, index) => ({ jsonrpc: '2.0', id: index, method: 'ping' })) })) },
  { weight: 4, arbitrary: fc.oneof(text, fc.constantFrom('{', '[', '"', '{"jsonrpc":"2.0","id":1,"method":"ping"', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', '\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}', 'null', '[[]]', '[null]')).map(raw => ({ raw })) },
)

/** Names and addresses: what looks definitions up. */
export const lookup = request(['tools/call', 'prompts/get', 'resources/read', 'resources/subscribe', 'completion/complete'])

export const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xFF }).filter(code => code !== 0x7F).map(code => String.fromCharCode(code)), maxLength: 40 }),
  fc.constantFrom('', '*', ',', ';', '*/*;q=0', ';q=1', 'x'.repeat(6000), ','.repeat(500), '__proto__', 'null', '0', '-1', '%00', '"', '1e999'),
)
const maybe = arbitrary => fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: headerText })
const mediaType = fc.constantFrom('application/json', 'text/event-stream', '*/*', 'application/*', 'text/html', 'application/json;q=0', 'text/event-stream;q=0.1', 'APPLICATION/JSON', 'application/json; charset=utf-16')

/** Most headers as clients send them, or all of them fuzzed: one refusal hides what the others would do. */
const few = record => fc.tuple(record, fc.array(fc.constantFrom(...HEADER_NAMES), { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 9 }))
  .map(([all, kept, dice]) => dice === 0 ? all : Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name))))
const HEADER_NAMES = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id', 'origin', 'host', 'x-mcp-tools', 'x-forwarded-host', 'x-forwarded-proto', 'access-control-request-method', 'content-encoding', 'cookie', 'authorization']

const UUID = '6f1c2f8e-1c1e-4b5e-9a55-2f6f2ac6a001'
/** Headers that differ from those of a client; the session's own id is filled in for `SESSION`. */
export const headers = few(fc.record({
  'accept': maybe(fc.array(mediaType, { maxLength: 4 }).map(types => types.join(', '))),
  'content-type': maybe(mediaType),
  'mcp-protocol-version': maybe(fc.constantFrom('2025-11-25', '2025-06-18', '2024-11-05', '1900-01-01', '2025-11-25, 2025-11-25')),
  'mcp-session-id': maybe(fc.constantFrom('SESSION', UUID, UUID.toUpperCase(), `SESSION, SESSION`, 'SESSION ')),
  'last-event-id': maybe(fc.constantFrom('SESSION.get.1', 'SESSION.get.999999999', 'SESSION.1.0', 'SESSION.get.-1', 'SESSION.get.1e9', 'SESSION.__proto__.1', `${UUID}.get.1`, 'SESSION.', 'SESSION..')),
  'origin': maybe(fc.constantFrom('http://127.0.0.1:PORT', 'http://localhost:PORT', 'https://evil.example', 'null', 'file://', 'vscode-webview://x')),
  'host': maybe(fc.constantFrom('127.0.0.1:PORT', 'localhost', 'evil.example', '[::1]', '[::1', '127.1', '0x7f.1', 'localhost.', 'a@localhost', 'localhost:99999')),
  'x-mcp-tools': maybe(fc.array(fc.constantFrom('echo', 'no-arguments', 'whoami', 'toString', '__proto__', ''), { maxLength: 4 }).map(names => names.join())),
  'x-forwarded-host': maybe(fc.constantFrom('evil.example', 'localhost')),
  'x-forwarded-proto': maybe(fc.constantFrom('https', 'http, https', 'javascript')),
  'access-control-request-method': maybe(fc.constantFrom('POST', 'DELETE')),
  'content-encoding': maybe(fc.constantFrom('gzip', 'identity')),
  'cookie': headerText,
  'authorization': headerText,
}))

export const httpMethod = fc.oneof({ weight: 8, arbitrary: fc.constant('POST') }, { weight: 2, arbitrary: fc.constantFrom('GET', 'DELETE') }, { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'HEAD', 'PUT', 'PATCH', 'PROPFIND') })

const special = (...names) => fc.constantFrom(...names.map($ => ({ $ })))
const odd = fc.oneof(special('undefined', 'bigint', 'symbol', 'nan', 'date', 'invalid-date', 'map', 'error', 'circular', 'throwing-json', 'null-prototype', 'class'), json)
const schema = fc.oneof({ weight: 4, arbitrary: fc.oneof(special('string', 'number', 'loose', 'transform', 'lazy', 'custom', 'async-refine', 'bigint-schema', 'throwing-default'), fc.dictionary(key, special('string', 'number', 'transform', 'lazy', 'custom', 'async-refine', 'bigint-schema', 'throwing-default', 'loose'), { maxKeys: 3 }).map(value => ({ $: 'raw-shape', value })), fc.constant({ $: 'object', value: { a: 1, PROTO: 2 } })) }, { weight: 1, arbitrary: odd })
const handler = fc.oneof({ weight: 5, arbitrary: fc.tuple(fc.constantFrom('handler', 'async-handler', 'throwing-handler'), odd).map(([$, value]) => ({ $, value })) }, { weight: 1, arbitrary: odd })
const usually = (arbitrary, weight = 8) => fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: odd })
const common = { name: usually(fc.oneof(fc.constantFrom('one', 'two'), text)), title: usually(text), description: usually(text), group: usually(text), tags: usually(fc.array(text, { maxLength: 2 })), _meta: usually(fc.dictionary(key, odd, { maxKeys: 2 })), enabled: fc.oneof(fc.boolean(), handler, fc.constant({ $: 'handler', value: true })), handler }
const requiredKeys = ['name', 'handler']
const listOf = (arbitrary, weight = 20) => fc.oneof({ weight, arbitrary: fc.array(fc.oneof({ weight: 10, arbitrary }, { weight: 1, arbitrary: odd }), { maxLength: 3 }) }, { weight: 1, arbitrary: odd })

/** What `/mcp/definitions` makes its definitions from. */
export const definitions = fc.record({
  tools: listOf(fc.record({ ...common, inputSchema: schema, outputSchema: schema, annotations: odd, inputExamples: odd, cache: odd }, { requiredKeys })),
  resources: listOf(fc.record({ ...common, uri: usually(fc.oneof(uri, fc.constantFrom('x://{a}', 'x://{', 'x://{}', 'x://{a}{b}{?c*}', '{+a}', 'x://{a', 'x://{#a,b:3}').chain(value => fc.constantFrom(value, { $: 'template', value })))), file: odd, metadata: odd, cache: odd }, { requiredKeys: [...requiredKeys, 'uri'] })),
  prompts: listOf(fc.record({ ...common, inputSchema: schema, role: usually(fc.constantFrom('user', 'assistant')) }, { requiredKeys })),
}, { requiredKeys: [] })
