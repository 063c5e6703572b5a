import { expect, it } from 'vitest'
import { insufficientScope, unauthorized } from '../../../../../src/runtime/server/auth/challenge'
import { closedAuth, findAuthProblem } from '../../../../../src/runtime/server/auth/options'
import { toMetadataUrl, toResourceMetadata } from '../../../../../src/runtime/server/auth/resource-metadata'

const metadataUrl = 'https://a.test/.well-known/oauth-protected-resource/mcp'

it('a request without a token gets no error code', () => {
  expect(unauthorized(undefined, { metadataUrl, scopes: [] })).toEqual({
    status: 401,
    headers: { 'content-type': 'application/json', 'www-authenticate': `Bearer resource_metadata="${metadataUrl}"` },
    body: '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unauthorized: an access token is required"},"id":null}',
  })
})

it('a bad token and a missing scope are told apart', () => {
  expect(unauthorized('the token has expired', { metadataUrl, scopes: ['a', 'b'] }).headers?.['www-authenticate'])
    .toBe(`Bearer error="invalid_token", error_description="the token has expired", scope="a b", resource_metadata="${metadataUrl}"`)
  const { status, headers } = insufficientScope(['b'], { metadataUrl, scopes: ['a', 'b'] })
  expect([status, headers?.['www-authenticate']])
    .toEqual([403, `Bearer error="insufficient_scope", error_description="The token lacks the scope b", scope="a b", resource_metadata="${metadataUrl}"`])
})

// protocol-2026-07-28.md, Errors keep the request's id
it('names the request where clients expect it', () => {
  const { body } = insufficientScope(['b'], { metadataUrl, scopes: ['b'], id: 'r1' })
  expect(JSON.parse(String(body))).toMatchObject({ id: 'r1', error: { code: -32000 } })
})

it('no value can leave its quotation marks', () => {
  const { headers } = unauthorized('a "b" \\ ü\r\nx', { metadataUrl: 'https://a.test/"', scopes: [] })
  expect(headers?.['www-authenticate']).toBe('Bearer error="invalid_token", error_description="a \\"b\\" \\\\ ???x", resource_metadata="https://a.test/\\""')
  expect(unauthorized(undefined, { metadataUrl: undefined, scopes: [] }).headers?.['www-authenticate']).toBe('Bearer')
})

// RFC 9728 §3.1
it.each([
  ['https://a.test/mcp', 'https://a.test/.well-known/oauth-protected-resource/mcp'],
  ['https://a.test/base/mcp/admin/', 'https://a.test/.well-known/oauth-protected-resource/base/mcp/admin'],
  ['https://a.test:8443', 'https://a.test:8443/.well-known/oauth-protected-resource'],
  ['http://a b/mcp', undefined],
])('the metadata of %s is at %s', (resource, expected) => {
  expect(toMetadataUrl(resource)).toBe(expected)
})

it('metadata has what was given, and defaults', () => {
  const auth = { authorizationServers: ['https://auth.test'], verify: () => null }
  const identity = { resource: 'https://a.test/mcp', name: 'shop' }
  const least = { resource: 'https://a.test/mcp', authorization_servers: ['https://auth.test'], bearer_methods_supported: ['header'], resource_name: 'shop' }
  expect(toResourceMetadata(auth, identity)).toEqual(least)
  expect(toResourceMetadata({ ...auth, requiredScopes: ['a'], resourceName: 'Shop', resourceDocumentation: 'https://a.test/docs' }, identity))
    .toEqual({ ...least, scopes_supported: ['a'], resource_name: 'Shop', resource_documentation: 'https://a.test/docs' })
  expect(toResourceMetadata({ ...auth, requiredScopes: ['a'], scopesSupported: ['a', 'b'] }, identity)).toMatchObject({ scopes_supported: ['a', 'b'] })
})

it('options that cannot work are found, and close the endpoint', () => {
  const good = { authorizationServers: ['https://auth.test'], verify: () => null }
  expect(findAuthProblem(good)).toBeUndefined()
  expect(findAuthProblem({ ...good, verify: undefined })).toContain('verify')
  expect(findAuthProblem({ ...good, authorizationServers: [] })).toContain('authorizationServers')
  expect(findAuthProblem({ ...good, authorizationServers: ['auth.test'] })).toContain('authorizationServers')
  expect(findAuthProblem({ ...good, resource: '/mcp' })).toContain('resource')
  expect(findAuthProblem({ ...good, requiredScopes: ['a b'] })).toContain('requiredScopes')
  expect(findAuthProblem({ ...good, scopesSupported: 'a' })).toContain('scopesSupported')
  expect(() => closedAuth('no').verify('t', {} as never)).toThrow('no')
})
