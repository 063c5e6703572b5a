import { expect, it } from 'vitest'
import { preflightHeaders } from '../../../../../src/runtime/server/transport/cors'

// protocol-2026-07-28.md, Requests: pages send `Mcp-Method`, `Mcp-Name` and `Mcp-Param-*`, and a preflight names them.
it.each([
  ['content-type, Mcp-Param-Region', ['mcp-param-region']],
  ['mcp-param-a,MCP-PARAM-B', ['mcp-param-a', 'mcp-param-b']],
  ['mcp-param-, x-mcp-param-a, mcp-param-a b, mcp-param-ä, mcp-paramx', []],
  ['mcp-param-a\r\nx-evil: 1', []],
  ['', []],
])('%j', (requested, added) => {
  const allowed = String(preflightHeaders('https://a.test', 'POST', requested)['access-control-allow-headers']).split(', ')
  expect(allowed).toEqual(expect.arrayContaining(['mcp-method', 'mcp-name', 'mcp-protocol-version']))
  expect(allowed.filter(name => name.includes('param'))).toEqual(added)
})
