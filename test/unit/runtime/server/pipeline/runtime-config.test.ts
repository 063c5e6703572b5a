import { describe, expect, it } from 'vitest'
import { overrideConfig } from '../../../../../src/runtime/server/pipeline/runtime-config'
import type { McpConfig } from '../../../../../src/runtime/types/config'

const config: McpConfig = {
  enabled: true, route: '/mcp', browserRedirect: '/', name: 'n', version: '1.0.0', description: 'd', dir: 'mcp', defaultHandlerStrategy: 'orphans',
  protocol: 'dual',
  sessions: { enabled: false, maxDuration: 1, maxSessions: 1, maxParallelRequests: 1, replay: false, retryInterval: 1 }, subscriptions: { enabled: true, maxStreams: 1, maxStreamsPerCaller: 1, maxResources: 1 }, security: { allowedOrigins: ['https://a.test'] }, maxBodySize: 1, maxBatchSize: 1, requestTimeout: 0, logging: true,
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

  it('changes the limits of streams, and switches them off but not on', () => {
    const { subscriptions } = config
    expect(overrideConfig(config, { subscriptions: { maxStreams: 5, maxStreamsPerCaller: '', maxResources: -1 } }).subscriptions).toEqual({ ...subscriptions, maxStreams: 5 })
    expect(overrideConfig(config, { subscriptions: { enabled: false } }).subscriptions.enabled).toBe(false)
    expect(overrideConfig({ ...config, subscriptions: { ...subscriptions, enabled: false } }, { subscriptions: { enabled: true } }).subscriptions.enabled).toBe(false)
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
