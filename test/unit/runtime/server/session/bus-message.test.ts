import { describe, expect, it } from 'vitest'
import { MOST_BUS_CHARACTERS, type SessionBusMessage, parseBusMessage, serializeBusMessage } from '../../../../../src/runtime/server/session/bus-message'

const id = '11111111-1111-4111-8111-111111111111'

describe('messages on the bus', () => {
  it.each<SessionBusMessage>([
    { type: 'resource-updated', href: 'app://news' },
    { type: 'list-changed', list: 'tools' },
    { type: 'list-changed', list: 'prompts', handler: 'admin' },
    { type: 'session-ended', id },
    { type: 'listening', id, instance: 'a1' },
    { type: 'listening', id, instance: 'a1', resume: { stream: `${id}.b2-1-get`, number: 3 } },
    { type: 'message', id, json: '{}', waited: true },
    { type: 'left', id, instance: 'a1' },
    { type: 'answer', id, json: '{}' },
    { type: 'cancelled', id, instance: 'a1', json: '{}' },
    { type: 'changed', id, instance: 'a1', change: { kind: 'level', level: 'error' } },
    { type: 'changed', id, instance: 'a1', change: { kind: 'subscribed', href: 'app://news', uri: 'APP://news' } },
    { type: 'changed', id, instance: 'a1', change: { kind: 'unsubscribed', href: 'app://news' } },
  ])('%j arrives as it was sent', (message) => {
    expect(parseBusMessage(serializeBusMessage(message))).toEqual(message)
  })

  it.each([
    '', '{', 'null', '[]', '5', '"x"', '{}', '{"type":"nope"}',
    '{"type":"resource-updated"}', JSON.stringify({ type: 'resource-updated', href: 'x'.repeat(10_001) }),
    '{"type":"list-changed"}', '{"type":"list-changed","list":"roots"}', '{"type":"list-changed","list":"tools","handler":5}',
    '{"type":"session-ended"}', '{"type":"session-ended","id":"*"}', JSON.stringify({ type: 'session-ended', id: [id] }),
    JSON.stringify({ type: 'listening', id }), JSON.stringify({ type: 'listening', id, instance: '../x' }), JSON.stringify({ type: 'left', id, instance: 5 }),
    JSON.stringify({ type: 'message', id }), JSON.stringify({ type: 'answer', id, json: {} }), JSON.stringify({ type: 'cancelled', id, json: '{}' }),
    JSON.stringify({ type: 'changed', id, instance: 'a1' }), JSON.stringify({ type: 'changed', id, instance: 'a1', change: { kind: 'x', href: 'a' } }),
    JSON.stringify({ type: 'changed', id, instance: 'a1', change: { kind: 'subscribed', href: 'a' } }), JSON.stringify({ type: 'changed', id, instance: 'a1', change: { kind: 'level' } }),
  ])('%j is ignored', (text) => {
    expect(parseBusMessage(text)).toBeUndefined()
  })

  it('drops what it does not know', () => {
    expect(parseBusMessage(JSON.stringify({ type: 'session-ended', id, more: 1, __proto__: { x: 1 } }))).toEqual({ type: 'session-ended', id })
    expect(parseBusMessage(JSON.stringify({ type: 'listening', id, instance: 'a1', resume: { stream: 5, number: 'x' } }))).toEqual({ type: 'listening', id, instance: 'a1' })
  })

  it('have a largest size', () => {
    const json = 'x'.repeat(MOST_BUS_CHARACTERS)
    expect(() => serializeBusMessage({ type: 'answer', id, json })).toThrow('too long for the session bus')
    expect(parseBusMessage(JSON.stringify({ type: 'answer', id, json }))).toBeUndefined()
  })
})
