import { describe, expect, it } from 'vitest'
import { createUriMatcher, isUriTemplate } from '../../../../../src/runtime/server/compile/uri-template'

describe('createUriMatcher (RFC 6570)', () => {
  it.each([
    ['user://{id}/profile', 'user://a%20b/profile', { id: 'a b' }],
    ['api://users/{id}', 'api://users/%E6%97%A5', { id: '日' }],
    ['file:///{+path}', 'file:///a/b%20c.md', { path: 'a/b c.md' }],
    ['x://files{/path*}', 'x://files/a/b', { path: ['a', 'b'] }],
    ['x://search{?q,lang}', 'x://search?q=a%26b&lang=de', { q: 'a&b', lang: 'de' }],
    ['x://search{?q,lang}', 'x://search', {}],
    ['x://search{?q,lang}', 'x://search?q=1', { q: '1' }],
    ['x://search{?q,lang}', 'x://search?lang=de', { lang: 'de' }],
    ['x://{kind}{?tag*}', 'x://books?tag=a&tag=b', { kind: 'books', tag: ['a', 'b'] }],
    ['x://{a}/{b}', 'x://1/2', { a: '1', b: '2' }],
  ])('%s matches %s', (template, uri, variables) => {
    expect(createUriMatcher(template)(uri)).toEqual(variables)
  })

  it.each([
    ['api://users/{id}', 'api://users/1/2'],
    ['api://users/{id}', 'api://users/1?admin=1'],
    ['api://users/{id}', 'api://users/'],
    ['api://users/{id}', 'api://users/%zz'],
    ['x://search{?q,lang}', 'x://search?q=1&admin=1'],
    ['x://search{?q,lang}', 'x://search?__proto__=1'],
    ['api://users/{id}', `api://users/${'a'.repeat(20_000)}`],
    ['api://users/{id}', 'other://users/1'],
  ])('%s does not match %s', (template, uri) => {
    expect(createUriMatcher(template)(uri)).toBeUndefined()
  })

  it.each(['a://{', 'a://}', 'a://{}', 'a://{id', 'a://{!id}', 'a://{{id}}'])('refuses %s', (template) => {
    expect(() => createUriMatcher(template)).toThrow(/RFC 6570/)
  })

  it('tells templates from fixed URIs', () => {
    expect(isUriTemplate('a://{id}')).toBe(true)
    expect(isUriTemplate('a://id')).toBe(false)
  })
})
