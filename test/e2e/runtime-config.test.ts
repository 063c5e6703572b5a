import { describe, expect, it } from 'vitest'
import { INITIALIZE, message } from '../helpers/endpoint'
import { http } from '../helpers/http'
import { useServer } from '../helpers/server'

// discovery R48, options-dx R9
describe('`NUXT_MCP_*` variables', () => {
  const server = useServer('basic', {
    env: {
      NUXT_MCP_NAME: 'from the environment',
      NUXT_MCP_VERSION: '7',
      NUXT_MCP_DESCRIPTION: 'Own description',
      NUXT_MCP_INSTRUCTIONS: 'Own instructions',
      NUXT_MCP_BROWSER_REDIRECT: '/elsewhere',
      NUXT_MCP_SECURITY_ALLOWED_ORIGINS: 'https://a.test, https://b.test',
      NUXT_MCP_MAX_BODY_SIZE: '2000',
    },
  })

  it('change the identity', async () => {
    expect(await server.result('initialize', INITIALIZE)).toMatchObject({
      serverInfo: { name: 'from the environment', version: '7', description: 'Own description' },
      instructions: 'Own instructions',
    })
  })

  it('change the redirect', async () => {
    expect((await http(server.url, { headers: { Accept: 'text/html' } })).headers.location).toBe('/elsewhere')
  })

  it('change the allowed origins, as JSON or as a comma-separated list', async () => {
    expect((await server.post(message(1, 'ping'), { Origin: 'https://b.test' })).status).toBe(200)
    expect((await server.post(message(1, 'ping'), { Origin: 'https://c.test' })).status).toBe(403)
  })

  it('change the size limit', async () => {
    expect((await server.post(message(1, 'ping', { pad: 'x'.repeat(3000) }))).status).toBe(413)
  })
})

describe('values that cannot be used', () => {
  const server = useServer('basic', { env: { NUXT_MCP_MAX_BATCH_SIZE: 'many', NUXT_MCP_SECURITY_TRUST_PROXY: 'sure' } })

  // options-dx R9
  it('leave the build\'s in place, and are told of', async () => {
    expect((await server.post(Array.from({ length: 101 }, (_, index) => message(index, 'ping')))).status).toBe(400)
    await server.logged('`NUXT_MCP_MAX_BATCH_SIZE` (`runtimeConfig.mcp.maxBatchSize`) is ignored: it has to be a number above 0. The build\'s value `100` is used.')
    await server.logged('`NUXT_MCP_SECURITY_TRUST_PROXY` (`runtimeConfig.mcp.security.trustProxy`) is ignored: it has to be `true` or `false`. The build\'s value `false` is used.')
  })
})

describe('`NUXT_MCP_ENABLED=false`', () => {
  const server = useServer('basic', { env: { NUXT_MCP_ENABLED: 'false' } })

  it('switches the endpoint off', async () => {
    const reply = await server.post(message(1, 'ping'))
    expect(reply.status).toBe(404)
    expect(reply.json()).toMatchObject({ jsonrpc: '2.0', error: {}, id: null })
  })
})

// transport-sessions R9
describe('`app.baseURL` at run time', () => {
  const server = useServer('basic', { base: '/moved', env: { NUXT_APP_BASE_URL: '/moved/' } })

  it('moves the endpoint', async () => {
    expect(await server.result('ping')).toEqual({})
    expect(await server.callText('add', { a: 1 })).toBe('2')
    expect((await http(`${server.origin}/mcp`, { method: 'POST' })).status).not.toBe(200)
  })

  // transport-sessions R5
  it('does not change the redirect', async () => {
    expect((await http(server.url, { headers: { Accept: 'text/html' } })).headers.location).toBe('/')
  })
})

// definitions R66; every server of these tests starts in `/`
describe('a server started elsewhere', () => {
  const server = useServer('basic')

  it('serves bundled files, whatever its working directory', async () => {
    expect((await server.read('file:///docs/readme.md')).contents).toHaveLength(1)
  })
})
