import { describe, expect, it } from 'vitest'
import { rpcErrorAnswer } from '../../../../../src/runtime/server/http/answer'

describe('rpcErrorAnswer', () => {
  it('belongs to no request', () => {
    const { status, headers, body } = rpcErrorAnswer(403, -32600, 'Origin not allowed', { headers: { vary: 'Origin' } })
    expect(status).toBe(403)
    expect(headers).toEqual({ 'content-type': 'application/json', 'vary': 'Origin' })
    expect(body).toBe('{"jsonrpc":"2.0","error":{"code":-32600,"message":"Origin not allowed"},"id":null}')
  })

  it('keeps data that JSON can carry, and the error where it cannot', () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(JSON.parse(String(rpcErrorAnswer(400, -32600, 'm', { data: { a: 1 } }).body)).error).toEqual({ code: -32600, message: 'm', data: { a: 1 } })
    expect(JSON.parse(String(rpcErrorAnswer(400, -32600, 'm', { data: circular }).body)).error).toEqual({ code: -32600, message: 'm' })
  })
})
