import { describe, expect, it } from 'vitest'
import { overrideConfig } from '../../../../../src/runtime/server/pipeline/runtime-config'
import type { McpConfig } from '../../../../../src/runtime/types/config'

const config: McpConfig = {
  enabled: true, route: '/mcp', browserRedirect: '/', name: 'n', version: '1.0.0', description: 'd', dir: 'mcp', defaultHandlerStrategy: 'orphans',
  protocol: 'dual',
  sessions: { enabled: false, maxDuration: 1, maxSessions: 1, maxParallelRequests: 1, replay: false, retryInterval: 1 }, subscriptions: { enabled: true, maxStreams: 1, maxStreamsPerCaller: 1, maxResources: 1 }, security: { allowedOrigins: ['https://a.test'], trustProxy: false }, maxBodySize: 1, maxBatchSize: 1, requestTimeout: 0, logging: true,
}

function problemsOf(runtime: unknown, given = config): string[] {
  const problems: string[] = []
  overrideConfig(given, runtime, problem => problems.push(problem))
  return problems
}

describe('overrideConfig (options-dx R9)', () => {
  it('keeps the options where the environment says nothing', () => {
    expect(overrideConfig(config, { name: '', description: '', security: { allowedOrigins: '', allowedHosts: '' } })).toEqual({ ...config, security: { ...config.security, allowedHosts: undefined } })
    expect(overrideConfig(config, undefined)).toBe(config)
  })

  it('takes what it says', () => {
    expect(overrideConfig(config, { enabled: false, name: 'x', version: 2, maxBodySize: 10, security: { allowedOrigins: 'https://b.test, https://c.test', allowedHosts: '*' } })).toMatchObject({
      enabled: false, name: 'x', version: '2', maxBodySize: 10, security: { allowedOrigins: ['https://b.test', 'https://c.test'], allowedHosts: '*' },
    })
    expect(overrideConfig(config, { security: { allowedOrigins: ['https://b.test'] } }).security.allowedOrigins).toEqual(['https://b.test'])
  })

  it('takes limits and the word about proxies', () => {
    expect(overrideConfig(config, { maxBatchSize: 5, requestTimeout: 10, security: { trustProxy: false }, sessions: { maxParallelRequests: 7 } })).toMatchObject({
      maxBatchSize: 5, requestTimeout: 10, security: { trustProxy: false }, sessions: { maxParallelRequests: 7 },
    })
    expect(overrideConfig({ ...config, requestTimeout: 10 }, { requestTimeout: 0 }).requestTimeout).toBe(0)
    expect(overrideConfig({ ...config, requestTimeout: 10 }, { requestTimeout: -1 }).requestTimeout).toBe(10)
    expect(overrideConfig({ ...config, security: { trustProxy: true } }, { security: { trustProxy: '' } }).security.trustProxy).toBe(true)
  })

  // protocol-2026-07-28.md: the revisions that are served, and the secret that only the environment knows.
  it('takes the protocol and the secret', () => {
    expect(overrideConfig(config, { protocol: 'modern', stateSecret: 'x' })).toMatchObject({ protocol: 'modern', stateSecret: 'x' })
    expect(overrideConfig({ ...config, protocol: 'legacy' }, { protocol: '', stateSecret: '' })).toMatchObject({ protocol: 'legacy', stateSecret: undefined })
    expect(overrideConfig(config, { protocol: 'newest' }).protocol).toBe('dual')
  })

  it('never moves a route', () => {
    expect(overrideConfig(config, { route: '/other' }).route).toBe('/mcp')
  })

  it('chooses the revisions', () => {
    expect(overrideConfig(config, { protocol: 'modern' }).protocol).toBe('modern')
    expect(overrideConfig(config, { protocol: 'newest' }).protocol).toBe('dual')
    expect(problemsOf({ protocol: 'newest' })).toEqual(['`NUXT_MCP_PROTOCOL` (`runtimeConfig.mcp.protocol`) is ignored: it has to be `dual` or `legacy` or `modern`. The build\'s value is used.'])
  })

  it('changes the limits of streams, and switches them off but not on', () => {
    const { subscriptions } = config
    expect(overrideConfig(config, { subscriptions: { maxStreams: 5, maxStreamsPerCaller: '', maxResources: -1 } }).subscriptions).toEqual({ ...subscriptions, maxStreams: 5 })
    expect(overrideConfig(config, { subscriptions: { enabled: false } }).subscriptions.enabled).toBe(false)
    expect(overrideConfig({ ...config, subscriptions: { ...subscriptions, enabled: false } }, { subscriptions: { enabled: true } }).subscriptions.enabled).toBe(false)
    expect(problemsOf({ subscriptions: { enabled: true } }, { ...config, subscriptions: { ...subscriptions, enabled: false } })).toEqual(['`NUXT_MCP_SUBSCRIPTIONS_ENABLED` (`runtimeConfig.mcp.subscriptions.enabled`) is ignored: the build left streams out. The build\'s value `false` is used.'])
  })

  it('changes the limits of sessions, and switches them off but not on', () => {
    const on = { ...config, sessions: { ...config.sessions, enabled: true } }
    expect(overrideConfig(on, { sessions: { maxSessions: 5, maxDuration: '' } }).sessions).toEqual({ ...on.sessions, maxSessions: 5 })
    expect(overrideConfig(on, { sessions: { enabled: false } }).sessions.enabled).toBe(false)
    expect(overrideConfig(config, { sessions: { enabled: true } }).sessions.enabled).toBe(false)
    expect(overrideConfig(on, { sessions: 'x' }).sessions).toBe(on.sessions)
    const bus = { driver: 'redis' as const, url: '', channel: 'c' }
    expect(overrideConfig({ ...on, sessions: { ...on.sessions, bus } }, { sessions: { bus: { url: 'redis://x', channel: '' } } }).sessions.bus).toEqual({ ...bus, url: 'redis://x' })
    expect(overrideConfig(on, { sessions: { bus: { url: 'redis://x' } } }).sessions).not.toHaveProperty('bus')
  })
})

describe('values that cannot be used (options-dx R9)', () => {
  it.each([
    [{ maxBodySize: '4mb' }, '`NUXT_MCP_MAX_BODY_SIZE` (`runtimeConfig.mcp.maxBodySize`) is ignored: it has to be a number above 0. The build\'s value `1` is used.'],
    [{ requestTimeout: -1 }, '`NUXT_MCP_REQUEST_TIMEOUT` (`runtimeConfig.mcp.requestTimeout`) is ignored: it has to be 0 or a number above 0. The build\'s value `0` is used.'],
    [{ security: { trustProxy: 'yes' } }, '`NUXT_MCP_SECURITY_TRUST_PROXY` (`runtimeConfig.mcp.security.trustProxy`) is ignored: it has to be `true` or `false`. The build\'s value `false` is used.'],
    [{ security: { allowedHosts: 5 } }, '`NUXT_MCP_SECURITY_ALLOWED_HOSTS` (`runtimeConfig.mcp.security.allowedHosts`) is ignored: it has to be a list, or `*`. The build\'s value is used.'],
    [{ name: true }, '`NUXT_MCP_NAME` (`runtimeConfig.mcp.name`) is ignored: it has to be text. The build\'s value is used.'],
    [{ sessions: false }, '`NUXT_MCP_SESSIONS` (`runtimeConfig.mcp.sessions`) is ignored: it has to be an object of options. The build\'s value is used.'],
    [{ sessions: { enabled: true } }, '`NUXT_MCP_SESSIONS_ENABLED` (`runtimeConfig.mcp.sessions.enabled`) is ignored: the build left sessions out. The build\'s value `false` is used.'],
    [{ route: '/other' }, '`NUXT_MCP_ROUTE` (`runtimeConfig.mcp.route`) is ignored: the build fixes it. The build\'s value `"/mcp"` is used.'],
  ])('%j', (runtime, problem) => {
    expect(problemsOf(runtime)).toEqual([problem])
  })

  it('never show what may hold a password', () => {
    const bus = { driver: 'redis' as const, url: 'redis://:hunter2@a', channel: 'c' }
    const [problem, ...others] = problemsOf({ sessions: { bus: { url: { hunter2: true } } } }, { ...config, sessions: { ...config.sessions, bus } })
    expect(others).toEqual([])
    expect(problem).toContain('`NUXT_MCP_SESSIONS_BUS_URL`')
    expect(problem).not.toContain('hunter2')
  })

  it('are not those that say nothing or repeat the build', () => {
    expect(problemsOf({ ...config, description: '', instructions: null, security: { allowedOrigins: '', allowedHosts: '', trustProxy: '' } })).toEqual([])
    expect(problemsOf({ enabled: 0, version: 2, requestTimeout: 0, security: { allowedHosts: '*', trustProxy: 1 }, sessions: { enabled: false } })).toEqual([])
  })
})
