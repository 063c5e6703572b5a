import { describe, expect, it } from 'vitest'
import type { ModuleOptions } from '../../src/options'
import { resolveOptions } from '../../src/options'

/** A configuration as JavaScript users write it, unchecked. */
function resolveUnchecked(options: Record<string, unknown>) {
  return resolveOptions(options as ModuleOptions)
}

function problemsOf(options: Record<string, unknown>): string {
  return resolveUnchecked(options).problems.join('\n')
}

describe('defaults', () => {
  // options-dx §2
  it('are those of the specification', () => {
    expect(resolveOptions({})).toEqual({
      config: {
        enabled: true,
        route: '/mcp',
        browserRedirect: '/',
        name: 'MCP Server',
        version: '1.0.0',
        dir: 'mcp',
        defaultHandlerStrategy: 'orphans',
        protocol: 'dual',
        sessions: { enabled: false, maxDuration: 1_800_000, maxSessions: 1000, maxParallelRequests: 256, replay: { maxEvents: 256, maxBytes: 524_288 }, retryInterval: 1000 },
        subscriptions: { enabled: true, maxStreams: 1000, maxStreamsPerCaller: 32, maxResources: 256 },
        security: { trustProxy: false },
        maxBodySize: 4_194_304,
        maxBatchSize: 100,
        requestTimeout: 0,
        logging: true,
      },
      build: { appsDir: 'mcp', apps: {}, inspector: {}, autoImports: true, llms: true, logging: undefined, wellKnown: true },
      problems: [],
      warnings: [],
    })
  })

  it('stand in for values that cannot be used, so that everything else can be checked', () => {
    const { config, problems } = resolveUnchecked({ route: 5, name: 'Mine' })
    expect(config).toMatchObject({ route: '/mcp', name: 'Mine' })
    expect(problems).toEqual(['`mcp.route` must be a string, got `5`'])
  })

  // handlers R41, options-dx R6
  it('treat an empty name as absent and fall back to the package name', () => {
    expect(resolveOptions({ name: '' }, { packageName: 'my-app' }).config.name).toBe('my-app')
    expect(resolveOptions({ name: 'Mine' }, { packageName: 'my-app' }).config.name).toBe('Mine')
    expect(resolveOptions({ name: '' }).config.name).toBe('MCP Server')
  })

  it('normalise the route', () => {
    expect(resolveOptions({ route: 'api/mcp/' }).config.route).toBe('/api/mcp')
  })

  it('keep what the build reads out of the config', () => {
    const { config, build } = resolveOptions({ inspector: { headers: { authorization: 'secret' } }, appsDir: 'ui', llms: false, logging: true })
    expect(JSON.stringify(config)).not.toContain('secret')
    expect(build).toMatchObject({ appsDir: 'ui', llms: false, logging: true, inspector: { headers: { authorization: 'secret' } } })
  })
})

it('the switch of the well-known paths is for the build only', () => {
  const { config, build } = resolveOptions({ security: { wellKnown: false, trustProxy: true } })
  expect([config.security, build.wellKnown]).toEqual([{ trustProxy: true }, false])
})

describe('sessions', () => {
  // transport-sessions R34, R35
  it.each<[ModuleOptions['sessions'], boolean]>([
    [undefined, false], [false, false], [true, true], [{}, true], [{ maxDuration: 5000 }, true], [{ enabled: false, maxDuration: 5000 }, false],
  ])('%j', (sessions, enabled) => {
    expect(resolveOptions({ sessions }).config.sessions.enabled).toBe(enabled)
  })

  it('keep streams for replay unless told not to', () => {
    expect(resolveOptions({ sessions: true }).config.sessions.replay).toEqual({ maxEvents: 256, maxBytes: 524_288 })
    expect(resolveOptions({ sessions: { replay: false } }).config.sessions.replay).toBe(false)
    expect(resolveOptions({ sessions: { replay: { maxEvents: 5 }, retryInterval: 10 } }).config.sessions).toMatchObject({ enabled: true, replay: { maxEvents: 5, maxBytes: 524_288 }, retryInterval: 10 })
    expect(problemsOf({ sessions: { replay: { maxBytes: 0 }, retryInterval: '1s' } }).split('\n')).toHaveLength(2)
    expect(resolveOptions({ sessions: { bus: { driver: 'redis' } } }).config.sessions.bus).toEqual({ driver: 'redis', url: '', channel: 'mcp:sessions' })
    expect(resolveOptions({ sessions: true }).config.sessions).not.toHaveProperty('bus')
    expect(problemsOf({ sessions: { bus: { driver: 'nats', url: 5 } } }).split('\n')).toHaveLength(2)
    expect(problemsOf({ sessions: { replay: 5 } })).toContain('`mcp.sessions.replay` must be an object or a boolean')
    expect(problemsOf({ security: true })).toContain('`mcp.security` must be an object, got')
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5m'])('refuses %s as a duration', (maxDuration) => {
    expect(problemsOf({ sessions: { maxDuration } })).toContain('`mcp.sessions.maxDuration` must be a positive finite number')
  })
})

// protocol-2026-07-28, Streams: a limit on open streams per process and per caller
it('subscriptions are on, with limits', () => {
  expect(resolveOptions({ subscriptions: false }).config.subscriptions.enabled).toBe(false)
  expect(resolveOptions({ subscriptions: { maxStreams: 5 } }).config.subscriptions).toEqual({ enabled: true, maxStreams: 5, maxStreamsPerCaller: 32, maxResources: 256 })
  expect(problemsOf({ subscriptions: { maxStreams: 0, maxStreamsPerCaller: 1.5, maxResources: '5' } }).split('\n')).toHaveLength(3)
  expect(problemsOf({ subscriptions: 5 })).toContain('`mcp.subscriptions` must be an object or a boolean')
})

describe('mistakes', () => {
  // options-dx R5, spec README point 6
  it('are reported together', () => {
    const message = problemsOf({
      enabled: 'yes',
      route: '/a?b',
      icons: [{ src: 'icon.svg' }],
      defaultHandlerStrategy: 'some',
      security: { allowedOrigins: 'https://a.example', allowedHosts: ['a/b'] },
      sessions: { maxSessions: 1.5 },
      maxBodySize: '4mb',
      dir: '',
      apps: { css: 'a.css' },
      inspector: { headers: { a: 1 } },
    })
    for (const option of ['enabled', 'route', 'icons', 'defaultHandlerStrategy', 'security.allowedOrigins', 'security.allowedHosts', 'sessions.maxSessions', 'maxBodySize', 'dir', 'apps.css', 'inspector.headers']) {
      expect(message, option).toContain(`\`mcp.${option}\` must`)
    }
    expect(message.split('\n')).toHaveLength(11)
  })

  it('in limits', () => {
    expect(problemsOf({ requestTimeout: 0, maxBatchSize: 1, security: { trustProxy: false, wellKnown: false } })).toBe('')
    expect(problemsOf({ requestTimeout: -1 })).toContain('`mcp.requestTimeout` must be 0 or a positive finite number, got `-1`')
    expect(problemsOf({ maxBatchSize: 0, security: { trustProxy: 1 }, sessions: { maxParallelRequests: 0 } }).split('\n')).toHaveLength(3)
  })

  it('in origins', () => {
    expect(problemsOf({ security: { allowedOrigins: '*' } })).toBe('')
    expect(problemsOf({ security: { allowedOrigins: ['https://a.example', 'http://localhost:3000/'] } })).toBe('')
    for (const origin of ['a.example', 'https://a.example/path', '*', '', 'https://a.example?x']) {
      expect(problemsOf({ security: { allowedOrigins: [origin] } }), origin).toContain('must contain origins')
    }
  })

  it('in nested values of the wrong type', () => {
    expect(problemsOf({ security: [] })).toContain('`mcp.security` must be an object')
    expect(problemsOf({ sessions: 'on' })).toContain('`mcp.sessions` must be an object or a boolean')
  })
})

describe('unknown keys', () => {
  it.each([
    [{ session: true }, 'session', 'sessions'],
    [{ security: { allowedOrigin: [] } }, 'security.allowedOrigin', 'security.allowedOrigins'],
    [{ sessions: { max_sessions: 1 } }, 'sessions.max_sessions', 'sessions.maxSessions'],
    [{ auto_imports: true }, 'auto_imports', 'autoImports'],
    [{ defaultHandlerStratgy: 'all' }, 'defaultHandlerStratgy', 'defaultHandlerStrategy'],
  ])('%j gives a hint', (options, key, near) => {
    expect(resolveUnchecked(options).warnings).toEqual([`Unknown option \`mcp.${key}\`. Did you mean \`mcp.${near}\`?`])
  })

  it.each([
    ['stateSecret', 'NUXT_MCP_STATE_SECRET'],
    ['ttlMs', 'defineMcpHandler()'],
    ['cacheScope', 'defineMcpResource()'],
  ])('that belong elsewhere are told where: %s', (key, place) => {
    const { config, warnings } = resolveUnchecked({ [key]: 'keep-me-secret' })
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^\`mcp\\.${key}\` is no option of the module`))])
    expect(warnings[0]).toContain(place)
    expect(JSON.stringify([config, warnings])).not.toContain('keep-me-secret')
  })

  it('that resemble nothing are left alone', () => {
    expect(resolveUnchecked({ somethingElse: true }).warnings).toEqual([])
  })
})

// protocol-2026-07-28.md, Design: `mcp.sessions` concerns legacy clients only
it('sessions without clients that have any are pointed out', () => {
  expect(resolveUnchecked({ protocol: 'modern', sessions: true }).warnings).toEqual([expect.stringContaining('`mcp.sessions` has no effect')])
  expect(resolveUnchecked({ protocol: 'modern' }).warnings).toEqual([])
  expect(resolveUnchecked({ sessions: true }).warnings).toEqual([])
})
