import { describe, expect, it } from 'vitest'
import { findHiddenPages, replaceRoutes } from '../../../src/setup/routes'

describe('findHiddenPages', () => {
  it('names the page that an endpoint hides', () => {
    const routes = [{ route: '/mcp', handler: 'x' }, { route: '/about', handler: 'x' }]
    expect(findHiddenPages(routes, [{ path: '/about', file: 'app/pages/about.vue' }, { path: '/mcp/guide' }, { path: '/' }])).toEqual([
      'The page `app/pages/about.vue` cannot be reached: `/about` is an MCP endpoint. Move the page, or give the endpoint another `route`.',
    ])
  })
})

describe('replaceRoutes', () => {
  it('touches only what it put there', () => {
    const list = [{ route: '/api', handler: 'app' }, { route: '/mcp', handler: 'ours' }, { route: '/mcp/old', handler: 'ours' }]
    replaceRoutes(list, [{ route: '/mcp', handler: 'ours' }, { route: '/mcp/old', handler: 'ours' }], [{ route: '/mcp', handler: 'ours' }, { route: '/mcp/new', handler: 'ours' }])
    expect(list.map(({ route }) => route)).toEqual(['/api', '/mcp', '/mcp/new'])
  })
})
