import { describe, expect, it } from 'vitest'
import { parseJsonBody } from '../../../../../src/runtime/server/http/json-body'
import { parseMessages } from '../../../../../src/runtime/server/transport/messages'

const request = (id: unknown, method = 'ping') => ({ jsonrpc: '2.0', id, method })

describe('parseMessages (transport-sessions §3.2)', () => {
  it('reads one message and batches', () => {
    expect(parseMessages(request(1), 100)).toMatchObject({ ok: true, batch: false, messages: [{ id: 1 }] })
    expect(parseMessages([request(1)], 100)).toMatchObject({ ok: true, batch: true })
    expect(parseMessages([request(1), request('1')], 100)).toMatchObject({ ok: true })
  })

  it('takes no more messages than it is told', () => {
    const batch = [request(1), request(2)]
    expect([parseMessages(batch, 2).ok, parseMessages(batch, 1).ok]).toEqual([true, false])
  })

  it('forgets a task that is asked for, as a server without tasks has to', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', task: { ttl: 1 } } }
    expect(parseMessages(call, 100)).toMatchObject({ messages: [{ ...call, params: { name: 'x' } }] })
    const parsed = parseMessages(call, 100)
    expect(JSON.stringify(parsed)).not.toContain('task')
  })

  it.each([
    ['no JSON', '{', -32700, 'Parse error: Invalid JSON'],
    ['nothing', '', -32700, 'Parse error: Invalid JSON'],
    ['an empty batch', '[]', -32600, 'Invalid Request: Batch must contain at least one message'],
    ['no jsonrpc', '{"id":1,"method":"ping"}', -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['a null id', JSON.stringify(request(null)), -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['a fractional id', JSON.stringify(request(1.5)), -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['a string', '"x"', -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['null', 'null', -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['params that are an array', '{"jsonrpc":"2.0","id":1,"method":"x","params":[]}', -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['a bad member', JSON.stringify([request(1), 5]), -32600, 'Invalid Request: Invalid JSON-RPC message'],
    ['equal ids', JSON.stringify([request(1), request(1)]), -32600, 'Invalid Request: Two requests of a batch have the same id'],
    ['initialize beside others', JSON.stringify([request(1, 'initialize'), request(2)]), -32600, 'Invalid Request: Only one initialization request is allowed'],
    ['too many', JSON.stringify(Array.from({ length: 101 }, (_, id) => request(id))), -32600, 'Invalid Request: Batch must not exceed 100 messages'],
  ])('refuses %s', (_label, body, code, message) => {
    const parsed = parseMessages(parseJsonBody(body), 100)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) {
      expect(parsed.answer.status).toBe(400)
      expect(JSON.parse(String(parsed.answer.body))).toEqual({ jsonrpc: '2.0', error: { code, message }, id: null })
    }
  })
})
