import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { expect, it } from 'vitest'
import { toResponse } from '../../../../../src/runtime/server/http/answer'
import { StatelessTransport } from '../../../../../src/runtime/server/transport/stateless'
import { createPosted } from './answerer'

const request = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'tools/list' })
const response = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} })
const notification: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/message', params: {} }

function setup(messages: JSONRPCMessage[], acceptsStream = true) {
  const transport = new StatelessTransport({ messages, batch: messages.length > 1, acceptsStream })
  transport.deliver(createPosted())
  return transport
}

// R17
it('answers JSON unless something comes first', async () => {
  const transport = setup([request(1)])
  await transport.send(response(1))
  const answer = await transport.answer
  expect([answer.status, answer.headers, await toResponse(answer).text()]).toEqual([200, { 'content-type': 'application/json' }, '{"jsonrpc":"2.0","id":1,"result":{}}'])
})

it('becomes a stream at the first notification, with what was answered before', async () => {
  const transport = setup([request(1), request(2)])
  await transport.send(response(2))
  await transport.send(notification)
  const answer = await transport.answer
  await transport.send(response(1))
  expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream' })
  expect((await toResponse(answer).text()).match(/"id":\d|notifications/g)).toEqual(['"id":2', 'notifications', '"id":1'])
})

it('drops notifications where no stream is taken, and refuses late ones and questions', async () => {
  const transport = setup([request(1)], false)
  await transport.send(notification)
  await expect(transport.send(request(9))).rejects.toThrow('without sessions')
  await transport.send(response(1))
  expect((await transport.answer).headers).toEqual({ 'content-type': 'application/json' })
  await expect(transport.send(notification)).rejects.toThrow('after the request had been answered')
})

it('refuses to send what has no JSON form', async () => {
  const transport = setup([request(1)])
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  await expect(transport.send({ jsonrpc: '2.0', method: 'notifications/message', params: { data: cycle } })).rejects.toThrow(TypeError)
  await transport.send(response(1))
  expect((await transport.answer).body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}')
})

// R16
it('aborts handlers when the client leaves, but not after it was answered', async () => {
  let closed = 0
  const left = setup([request(1)])
  left.onclose = () => void closed++
  await left.close()
  expect(closed).toBe(1)
  const answered = setup([request(1)])
  answered.onclose = () => void closed++
  await answered.send(response(1))
  await answered.close()
  expect(closed).toBe(1)
  const streaming = setup([request(1)])
  streaming.onclose = () => void closed++
  await streaming.send(notification)
  const { body } = await streaming.answer
  if (body instanceof ReadableStream) await body.cancel()
  expect(closed).toBe(2)
})
