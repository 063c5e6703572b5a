import { describe, expect, it } from 'vitest'
import { findTokenProblem, missingScopes, readBearerToken, subjectOfToken, toAuthInfo } from '../../../../../src/runtime/server/auth/token'
import type { McpAuthInfo, McpVerifiedToken } from '../../../../../src/runtime/server/define/auth'

const RESOURCE = 'https://shop.example.com/mcp'
const NOW = 1_000_000
const info = (more: Partial<McpAuthInfo> = {}): McpAuthInfo => ({ token: 't', clientId: 'app', scopes: ['a'], ...more })

describe('readBearerToken (RFC 6750)', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
    [undefined, undefined],
    ['', undefined],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer a b', null],
    ['Bearer a,Bearer b', null],
    ['Bearer "a"', null],
  ])('%s → %s', (header, expected) => {
    expect(readBearerToken(header)).toBe(expected)
  })
})

describe('toAuthInfo', () => {
  it('adds the token, and keeps everything else', () => {
    const verified = { clientId: 'app', scopes: [], extra: { sub: 'ann' } }
    expect(toAuthInfo('t', verified)).toEqual({ ...verified, token: 't' })
    expect(verified).not.toHaveProperty('token')
  })

  it.each([
    {}, { clientId: '', scopes: [] }, { clientId: 'app' }, { clientId: 'app', scopes: 'a b' }, { clientId: 'app', scopes: ['a b'] },
    { clientId: 'app', scopes: [], expiresAt: '1' }, { clientId: 'app', scopes: [], expiresAt: null },
  ])('refuses %j', (verified) => {
    // What JavaScript may return.
    expect(() => toAuthInfo('t', verified as McpVerifiedToken)).toThrow(TypeError)
  })
})

describe('findTokenProblem', () => {
  it('honours the end of its life, in seconds', () => {
    expect(findTokenProblem(info({ expiresAt: 1001 }), RESOURCE, NOW)).toBeUndefined()
    expect(findTokenProblem(info({ expiresAt: 1000 }), RESOURCE, NOW)).toContain('expired')
    expect(findTokenProblem(info({ expiresAt: Number.NaN }), RESOURCE, NOW)).toContain('expired')
    expect(findTokenProblem(info(), RESOURCE, NOW)).toBeUndefined()
  })

  it.each([
    [RESOURCE, true], [`${RESOURCE}/`, true], [`${RESOURCE}#part`, true], ['https://SHOP.example.com:443/mcp', true],
    ['https://shop.example.com/', false], ['https://shop.example.com/mcp/admin', false], ['http://shop.example.com/mcp', false],
  ])('an audience %s → %s', (audience, accepted) => {
    expect(findTokenProblem(info({ resource: new URL(audience) }), RESOURCE, NOW) === undefined).toBe(accepted)
  })

  it('accepts no audience where the endpoint has no URL', () => {
    expect(findTokenProblem(info({ resource: new URL(RESOURCE) }), 'http://a b/mcp', NOW)).toContain('another resource')
  })
})

it('missingScopes compares exactly', () => {
  expect(missingScopes(info({ scopes: ['a', 'b:write'] }), ['a', 'b', 'B:write'])).toEqual(['b', 'B:write'])
  expect(missingScopes(undefined, ['a'])).toEqual(['a'])
})

it('subjectOfToken tells clients and users apart', () => {
  const subjects = [info(), info({ clientId: 'other' }), info({ extra: { sub: 'ann' } }), info({ extra: { sub: 'bob' } }), info({ clientId: 'app","ann' })]
  expect(new Set(subjects.map(subjectOfToken)).size).toBe(subjects.length)
  expect(subjectOfToken(info({ token: 'fresh', scopes: ['b'] }))).toBe(subjectOfToken(info()))
})
