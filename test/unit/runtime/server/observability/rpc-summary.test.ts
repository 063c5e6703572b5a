import { describe, expect, it } from 'vitest'
import { summarizeRpc } from '../../../../../src/runtime/server/observability/rpc-summary'

const call = (id: unknown, name: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
const read = (id: unknown, uri: unknown) => ({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri } })
const get = (id: unknown, name: unknown) => ({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name } })

// server-side-requests R51
describe('summarizeRpc of one message', () => {
  it.each([
    [call(1, 'add'), { method: 'tools/call', request_id: 1, tool: 'add' }],
    [read('a', 'x://y'), { method: 'resources/read', request_id: 'a', resource: 'x://y' }],
    [get(0, 'greet'), { method: 'prompts/get', request_id: 0, prompt: 'greet' }],
    [{ method: 'tools/list', id: 2, params: { name: 'no target' } }, { method: 'tools/list', request_id: 2 }],
    [{ method: 'notifications/initialized' }, { method: 'notifications/initialized' }],
    [call(1, 5), { method: 'tools/call', request_id: 1 }],
    [{ method: 'tools/call', id: null, params: null }, { method: 'tools/call' }],
  ])('%j', (message, summary) => {
    expect(summarizeRpc([message])).toEqual(summary)
  })

  it.each([[{ jsonrpc: '2.0', id: 1, result: {} }], ['text'], [null], [5], [[]], [undefined], [{ method: 5 }]])('%j asks for nothing', (message) => {
    expect(summarizeRpc([message])).toEqual({})
  })
})

// server-side-requests R52
describe('summarizeRpc of a batch', () => {
  it('has lists where there are several, in order, duplicates kept', () => {
    expect(summarizeRpc([call(1, 'b'), call(2, 'a'), call(3, 'b'), read(4, 'x://y'), { method: 'notifications/cancelled' }])).toEqual({
      methods: ['tools/call', 'tools/call', 'tools/call', 'resources/read', 'notifications/cancelled'],
      request_ids: [1, 2, 3, 4],
      tools: ['b', 'a', 'b'],
      resource: 'x://y',
    })
    expect(summarizeRpc([read(1, 'a://b'), read(2, 'c://d'), get(3, 'p'), get(4, 'q')])).toMatchObject({ resources: ['a://b', 'c://d'], prompts: ['p', 'q'] })
  })

  it('is empty when it is empty', () => {
    expect(summarizeRpc([])).toEqual({})
  })
})
