import { describe, expect, it } from 'vitest'
import { toInstallIde, toInstallLabel, toInstallUrl } from '../../../../src/runtime/shared/install-link'

describe('toInstallUrl', () => {
  // options-dx R23, R25, R26
  it.each([
    ['https://a.test/mcp', 'https://a.test/mcp/deeplink?ide=cursor'],
    ['https://a.test/mcp/', 'https://a.test/mcp/deeplink?ide=cursor'],
    ['https://a.test/base/mcp/admin', 'https://a.test/base/mcp/admin/deeplink?ide=cursor'],
    ['https://a.test', 'https://a.test/deeplink?ide=cursor'],
    ['http://localhost:3000/mcp', 'http://localhost:3000/mcp/deeplink?ide=cursor'],
    ['//a.test/mcp', '//a.test/mcp/deeplink?ide=cursor'],
    ['/mcp', '/mcp/deeplink?ide=cursor'],
    ['https://a.test/mcp?x=1', 'https://a.test/mcp/deeplink?x=1&ide=cursor'],
    ['https://a.test/mcp/?x=1#top', 'https://a.test/mcp/deeplink?x=1&ide=cursor#top'],
    ['https://a.test/mcp#top', 'https://a.test/mcp/deeplink?ide=cursor#top'],
    ['https://a.test/mcp?ide=vscode', 'https://a.test/mcp/deeplink?ide=cursor'],
  ])('appends the page to the path of %s', (url, expected) => {
    expect(toInstallUrl(url, { ide: 'cursor' })).toBe(expected)
  })

  // options-dx R27
  it('adds an encoded name, and none when it is empty', () => {
    const url = new URL(toInstallUrl('https://a.test/mcp', { ide: 'vscode', name: 'Ann & Bob\'s "todo"' }))
    expect(Object.fromEntries(url.searchParams)).toEqual({ ide: 'vscode', name: 'Ann & Bob\'s "todo"' })
    expect(toInstallUrl('https://a.test/mcp', { ide: 'vscode', name: '' })).toBe('https://a.test/mcp/deeplink?ide=vscode')
  })
})

describe('toInstallIde', () => {
  // options-dx R27
  it.each([undefined, null, '', 'zed', 'constructor', '__proto__', 'VSCODE', 1])('falls back to Cursor for %j', (value) => {
    expect(toInstallIde(value)).toBe('cursor')
  })

  it('knows the editors', () => {
    expect(toInstallIde('cursor')).toBe('cursor')
    expect(toInstallIde('vscode')).toBe('vscode')
  })
})

// options-dx §5.1
it('labels the button with the name of the editor', () => {
  expect(toInstallLabel('cursor')).toBe('Install MCP in Cursor')
  expect(toInstallLabel('vscode')).toBe('Install MCP in VS Code')
})
