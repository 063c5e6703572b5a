import { describe, expect, it } from 'vitest'
import { findHandlerNameProblem, findRouteProblem, normalizeRoute, toHandlerRoute } from '../../../../src/runtime/shared/routes'

describe('routes', () => {
  // options-dx §2
  it.each([['mcp', '/mcp'], ['/mcp/', '/mcp'], ['//api//mcp//', '/api/mcp'], ['/mcp', '/mcp']])('normalises %s', (given, expected) => {
    expect(normalizeRoute(given)).toBe(expected)
    expect(findRouteProblem(given)).toBeUndefined()
  })

  it.each(['', '/', '//', '/a?b', '/a#b', '/a/*', '/:id', '/a b', ' /a', '/a/../b', 'a\\b'])('refuses %j', (route) => {
    expect(findRouteProblem(route)).toMatch(/^must /)
  })

  // handlers R6
  it('puts handlers below the endpoint', () => {
    expect(toHandlerRoute('/api/mcp', 'admin')).toBe('/api/mcp/admin')
  })

  // discovery R51, handlers R4
  it('refuses names that cannot be reached', () => {
    expect(findHandlerNameProblem('deeplink')).toContain('reserved')
    expect(findHandlerNameProblem('badge.svg')).toContain('reserved')
    for (const name of ['日本', 'a b', 'a/b', '..', '.', '', 'a%20b']) expect(findHandlerNameProblem(name)).toContain('URL path segment')
    for (const name of ['admin', 'v1.2', 'a-b_c~d', 'Admin']) expect(findHandlerNameProblem(name)).toBeUndefined()
  })
})
