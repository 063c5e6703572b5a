import { expect, it, vi } from 'vitest'
import { DefinitionServer } from '../../../../../src/runtime/server/register/server'
import { createPools } from '../../../../../src/runtime/server/compile/pool'
import { type McpExchange, endExchange, exchangeOf, setExchange } from '../../../../../src/runtime/server/session/exchange'
import { createTestEvent } from '../composables/linked-client'

vi.mock('nitropack/runtime', () => ({ cachedFunction: (run: unknown) => run }))

const createExchange = (): McpExchange => ({
  server: new DefinitionServer({ info: { name: 'test', version: '1' } }, { pools: createPools([], [], []), isEnabled: () => true }, { listChanged: false }),
  sessionId: undefined,
  relatedRequestId: undefined,
  extra: undefined,
})

it('code that goes on after the answer finds a server without a client', async () => {
  const event = createTestEvent()
  const exchange = createExchange()
  setExchange(event, exchange)
  expect(exchangeOf(event)).toBe(exchange)
  endExchange(event, createExchange)
  const after = exchangeOf(event)
  expect(after).not.toBe(exchange)
  expect(after?.server.live.registerTool('late', {}, () => '').enabled).toBe(true)
  await expect(after?.server.sdk.notification({ method: 'notifications/progress', params: {} })).rejects.toThrow('Not connected')
})

it('events do not share what is kept with them, and show nothing of it to applications', () => {
  const [one, other] = [createTestEvent(), createTestEvent()]
  setExchange(one, createExchange())
  expect(exchangeOf(other)).toBeUndefined()
  expect([Object.keys(one.context), Object.keys(one)]).toEqual([Object.keys(other.context), Object.keys(other)])
})
