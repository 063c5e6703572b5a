import { describe, expect, it } from 'vitest'
import { findHiddenPages, replaceRoutes } from '../../../src/setup/routes'

describe('findHiddenPages', () => {
  it('names the page that an endpoint hides', () => {
    const routes = [{ route: '/mcp', handler: 'x', lazy: true as const }, { route: '/about', handler: 'x', lazy: true as const }]
    expect(findHiddenPages(routes, [{ path: '/about', file: 'app/pages/about.vue' }, { path: '/mcp/guide' }, { path: '/' }])).toEqual([
      'The page `app/pages/about.vue` cannot be reached: `/about` is an MCP endpoint. Move the page, or give the endpoint another `route`.',
    ])
  })
})

describe('replaceRoutes', () => {
  it('touches only what it put there', () => {
    const list = [{ route: '/api', handler: 'app' }, { route: '/mcp', handler: 'ours', lazy: true as const }, { route: '/mcp/old', handler: 'ours', lazy: true as const }]
    replaceRoutes(list, [{ route: '/mcp', handler: 'ours', lazy: true as const }, { route: '/mcp/old', handler: 'ours', lazy: true as const }], [{ route: '/mcp', handler: 'ours', lazy: true as const }, { route: '/mcp/new', handler: 'ours', lazy: true as const }])
    expect(list.map(({ route }) => route)).toEqual(['/api', '/mcp', '/mcp/new'])
  })
})
