import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { describe, expect, it } from 'vitest'
import { ownOrigin } from '../../../../../src/runtime/server/http/own-origin'

function originOf(headers: Record<string, string>, trustProxy: boolean, socket = new Socket()): string {
  const req = new IncomingMessage(socket)
  Object.assign(req.headers, { host: 'inside:3000' }, headers)
  return ownOrigin(createEvent(req, new ServerResponse(req)), trustProxy)
}

const PROXIED = { 'x-forwarded-host': 'shop.test, proxy.test', 'x-forwarded-proto': 'https, http' }

describe('ownOrigin (transport-sessions R30)', () => {
  it('believes a proxy as far as it is told to', () => {
    expect(originOf(PROXIED, true)).toBe('https://shop.test')
    expect(originOf(PROXIED, false)).toBe('http://inside:3000')
    expect(originOf({}, true)).toBe('http://inside:3000')
  })

  it('believes the connection otherwise', () => {
    const tls = Object.assign(new Socket(), { encrypted: true })
    expect(originOf({ 'x-forwarded-proto': 'http' }, false, tls)).toBe('https://inside:3000')
    expect(originOf({ 'x-forwarded-proto': 'https' }, false)).toBe('http://inside:3000')
    expect(originOf({}, true, tls)).toBe('https://inside:3000')
  })

  it('takes the first value only', () => {
    expect(originOf({ 'x-forwarded-proto': 'http, https' }, true)).toBe('http://inside:3000')
    expect(originOf({ 'x-forwarded-proto': 'HTTPS' }, true)).toBe('https://inside:3000')
  })

  it.each(['', ' , a.test', 'a.test/path', 'user@a.test', 'a b', 'a.test#x', 'a.test\\x'])('the host `%s` is none', (host) => {
    expect(originOf({ 'x-forwarded-host': host }, true)).toBe('http://inside:3000')
  })

  it('ignores schemes that are none', () => {
    expect(originOf({ 'x-forwarded-proto': 'javascript' }, true)).toBe('http://inside:3000')
  })
})
