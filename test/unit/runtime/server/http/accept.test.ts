import { describe, expect, it } from 'vitest'
import { readAccept } from '../../../../../src/runtime/server/http/accept'

describe('readAccept (transport-sessions R19, handlers R25)', () => {
  it.each([
    [undefined, { json: true, stream: true, html: false }],
    ['', { json: true, stream: true, html: false }],
    ['*/*', { json: true, stream: true, html: false }],
    ['application/json, text/event-stream', { json: true, stream: true, html: false }],
    ['application/json', { json: true, stream: false, html: false }],
    ['application/*, text/*', { json: true, stream: true, html: false }],
    ['text/event-stream', { json: false, stream: true, html: false }],
    ['application/json;q=0, */*', { json: false, stream: true, html: false }],
    ['text/html,application/xhtml+xml,*/*;q=0.8', { json: true, stream: true, html: true }],
    ['TEXT/HTML', { json: false, stream: false, html: true }],
    ['text/html;q=0, application/json', { json: true, stream: false, html: false }],
  ])('%s', (header, expected) => {
    expect(readAccept(header)).toEqual(expected)
  })
})
