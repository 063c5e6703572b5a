import { describe, expect, it } from 'vitest'
import { isHostAllowed, isLoopbackAddress } from '../../../../../src/runtime/server/transport/host'
import { isOriginAllowed, normalizeOrigin } from '../../../../../src/runtime/server/transport/origin'

const OWN = 'http://localhost:3000'

describe('isOriginAllowed (transport-sessions §4)', () => {
  it.each([
    ['no origin, default', undefined, undefined, true],
    ['no origin, empty list', undefined, [], true],
    ['own origin, default', OWN, undefined, true],
    ['foreign origin, default', 'http://evil.test', undefined, false],
    ['anything with a star', 'http://evil.test', '*' as const, true],
    // R28
    ['an entry with a path', 'https://a.test', ['https://a.test/path'], true],
    ['another spelling', 'https://A.TEST:443', ['https://a.test'], true],
    ['another scheme', 'http://a.test', ['https://a.test'], false],
    ['the literal null', 'null', ['null', 'https://a.test'], false],
    ['a star inside a list', 'https://a.test', ['*'], false],
    ['something that is no URL', 'hello', ['hello'], false],
    // R29
    ['own origin with a list', OWN, ['https://a.test'], false],
    // R32
    ['the listed extension', 'chrome-extension://abc', ['chrome-extension://abc'], true],
    ['another extension', 'chrome-extension://evil', ['chrome-extension://abc'], false],
    ['another kind of extension', 'moz-extension://abc', ['chrome-extension://abc'], false],
    ['a file page', 'file://', ['chrome-extension://abc', 'file:///x'], false],
  ])('%s', (_label, origin, allowed, expected) => {
    expect(isOriginAllowed(origin, allowed, OWN)).toBe(expected)
  })

  // R28, R30: a proxy may end TLS, and `Host` says nothing of it
  it.each([
    ['http://app.test', 'https://app.test', true],
    ['http://app.test', 'https://app.test:443', true],
    ['http://app.test:8443', 'https://app.test:8443', true],
    ['http://app.test:443', 'https://app.test', true],
    ['http://APP.test:80', 'https://app.test', true],
    ['http://[::1]:3000', 'https://[::1]:3000', true],
    ['http://app.test', 'https://app.test:8443', false],
    ['http://app.test:3000', 'https://app.test', false],
    ['http://app.test:80', 'https://app.test:80', false],
    ['http://app.test', 'https://evil.test', false],
    ['http://app.test', 'ws://app.test', false],
    ['https://app.test', 'https://app.test', true],
    ['https://app.test', 'http://app.test', false],
    ['https://app.test:8443', 'http://app.test:8443', false],
    ['http://a b', 'https://a b', false],
  ])('the server at %s, a page of %s → %s', (own, origin, expected) => {
    expect(isOriginAllowed(origin, undefined, own)).toBe(expected)
  })

  // R29
  it('takes no scheme for another in a list', () => {
    expect(isOriginAllowed('https://app.test', ['http://app.test'], 'http://app.test')).toBe(false)
  })

  it('keeps opaque schemes apart', () => {
    expect(normalizeOrigin('vscode-webview://abc')).toBe('vscode-webview://abc')
    expect(normalizeOrigin('data:text/html,x')).toBeUndefined()
  })
})

describe('isHostAllowed (transport-sessions R31)', () => {
  it.each([
    ['localhost:3000', true], ['LOCALHOST', true], ['app.localhost:3000', true], ['127.0.0.1:3000', true], ['127.1:3000', true], ['[::1]:3000', true],
    ['192.168.1.5:3000', true], ['[fe80::1]:3000', true],
    ['evil.test:3000', false], ['localhost.evil.test', false], ['127.0.0.1.evil.test', false], ['localhost@evil.test', false], ['evil.test@localhost', false], ['localhost/evil.test', false], [undefined, false], ['', false], ['a b', false],
  ])('on a local listener %s → %s', (host, expected) => {
    expect(isHostAllowed(host, undefined, true)).toBe(expected)
  })

  it.each([
    ['shop.test', true], ['SHOP.test:8080', true], ['shop.test.', true], ['evil.test', false], ['10.0.0.1', false], ['localhost', true],
  ])('with a list, on a public listener, %s → %s', (host, expected) => {
    expect(isHostAllowed(host, ['shop.test'], false)).toBe(expected)
  })

  it('checks nothing on a public listener without a list, nor with a star', () => {
    expect(isHostAllowed('evil.test', undefined, false)).toBe(true)
    expect(isHostAllowed('evil.test', '*', true)).toBe(true)
  })

  it.each([['127.0.0.1', true], ['::1', true], ['::ffff:127.0.0.1', true], ['::', false], ['0.0.0.0', false], ['10.0.0.1', false]])('%s is loopback: %s', (address, expected) => {
    expect(isLoopbackAddress(address)).toBe(expected)
  })
})
