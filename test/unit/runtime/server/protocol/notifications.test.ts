import { expect, it } from 'vitest'
import type { RequestMeta } from '../../../../../src/runtime/server/protocol/meta'
import { isWanted } from '../../../../../src/runtime/server/protocol/notifications'

// protocol-2026-07-28.md, Streams: what goes on the answer to a request.
const meta: RequestMeta = { protocolVersion: '2026-07-28', capabilities: {}, clientInfo: undefined, logLevel: undefined, progressToken: undefined }
const notification = (method: string, params?: Record<string, unknown>) => ({ jsonrpc: '2.0' as const, method, ...(params && { params }) })

it.each([
  ['info', undefined, false],
  ['info', 'debug', true],
  ['info', 'info', true],
  ['info', 'notice', false],
  ['emergency', 'emergency', true],
  ['loud', 'debug', false],
] as const)('a log message of level %s with %s', (level, logLevel, expected) => {
  expect(isWanted(notification('notifications/message', { level, data: 1 }), { ...meta, logLevel })).toBe(expected)
})

it.each([
  ['a', undefined, false],
  ['a', 'a', true],
  ['a', 'b', false],
  [0, 0, true],
  ['0', 0, false],
])('progress for the token %j where %j was asked for', (progressToken, wanted, expected) => {
  expect(isWanted(notification('notifications/progress', { progressToken, progress: 1 }), { ...meta, progressToken: wanted })).toBe(expected)
})

it('what belongs elsewhere never does, what is the application\'s own does', () => {
  const elsewhere = ['tools/list_changed', 'prompts/list_changed', 'resources/list_changed', 'resources/updated', 'cancelled', 'elicitation/complete']
  expect(elsewhere.filter(name => isWanted(notification(`notifications/${name}`), { ...meta, logLevel: 'debug', progressToken: 1 }))).toEqual([])
  expect(isWanted(notification('notifications/custom'), meta)).toBe(true)
})
