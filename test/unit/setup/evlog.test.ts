import { describe, expect, it, vi } from 'vitest'
import type { ModuleOptions } from '../../../src/options'
import { resolveOptions } from '../../../src/options'
import type { SetupContext } from '../../../src/setup/context'
import { setupEvlog, toServiceRoutes } from '../../../src/setup/evlog'

interface Project {
  modules?: unknown[]
  /** Names that installed modules tell about themselves. */
  installed?: string[]
  evlog?: unknown
  baseURL?: string
}

/** Runs the setup and then the end of module installation; returns evlog's runtime config. */
async function setup(mcp: ModuleOptions, { modules = [], installed = [], evlog, baseURL = '/' }: Project = {}): Promise<unknown> {
  const { config, build } = resolveOptions(mcp)
  const hooks: (() => unknown)[] = []
  const options = { modules, _installedModules: installed.map(name => ({ meta: { name } })), runtimeConfig: { evlog }, app: { baseURL } }
  const hook = vi.fn((name: string, run: () => unknown) => {
    expect(name).toBe('modules:done')
    hooks.push(run)
  })
  const ctx: SetupContext = Object.assign(Object.create(null), { nuxt: { options, hook }, config, build })
  setupEvlog(ctx)
  for (const run of hooks) await run()
  return options.runtimeConfig.evlog
}

const routes = { '/mcp/**': { service: 'shop' }, '/mcp': { service: 'shop' } }

// server-side-requests §5, R55
describe('mcp.logging', () => {
  it.each<[string, Project]>([
    ['as a string', { modules: ['evlog/nuxt'] }],
    ['with options', { modules: [['evlog/nuxt', {}]] }],
    ['as a function, or by another module', { installed: ['evlog'] }],
  ])('undefined, evlog installed %s: the endpoint gets a service name', async (_label, project) => {
    expect(await setup({ name: 'shop' }, project)).toEqual({ routes })
    expect(await setup({ name: 'shop', logging: true }, project)).toEqual({ routes })
  })

  it('undefined, without evlog: nothing', async () => {
    expect(await setup({ name: 'shop' }, { modules: ['@nuxt/ui'], installed: ['other'] })).toBeUndefined()
  })

  it('true, without evlog: the build fails', async () => {
    const promise = setup({ logging: true })
    await expect(promise).rejects.toThrow(/`mcp\.logging`.*`evlog\/nuxt`.*`false`/)
  })

  it('false: nothing', async () => {
    expect(await setup({ logging: false }, { modules: ['evlog/nuxt'], evlog: { env: {} } })).toEqual({ env: {} })
    expect(await setup({ logging: false })).toBeUndefined()
  })

  // R57
  it('reaches the run time', () => {
    expect([undefined, true, false].map(logging => resolveOptions({ logging }).config.logging)).toEqual([true, true, false])
  })

  it('keeps evlog\'s other options', async () => {
    expect(await setup({ name: 'shop' }, { installed: ['evlog'], evlog: { env: { service: 'web' }, sampling: { rates: {} }, routes: { '/api/**': { service: 'api' } } } })).toEqual({
      env: { service: 'web' },
      sampling: { rates: {} },
      routes: { '/mcp/**': { service: 'web/mcp' }, '/mcp': { service: 'web/mcp' }, '/api/**': { service: 'api' } },
    })
  })

  it('knows routes without a trailing slash, below the base URL', async () => {
    expect(await setup({ name: 'shop', route: '/ai/mcp/' }, { installed: ['evlog'], baseURL: '/app/' })).toEqual({
      routes: { '/app/ai/mcp/**': { service: 'shop' }, '/app/ai/mcp': { service: 'shop' } },
    })
  })
})

// server-side-requests R58
describe('the service name', () => {
  it.each([
    ['of the route', { env: { service: 'web' }, routes: { '/mcp': { service: 'a' }, '/mcp/**': { service: 'b' } } }, 'Shop', { '/mcp/**': { service: 'b' }, '/mcp': { service: 'a' } }],
    ['of the route, for what is below', { env: { service: 'web' }, routes: { '/mcp': { service: 'a' } } }, 'Shop', { '/mcp/**': { service: 'a' }, '/mcp': { service: 'a' } }],
    ['of what is below, for the route', { routes: { '/mcp/**': { service: 'b' } } }, 'Shop', { '/mcp/**': { service: 'b' }, '/mcp': { service: 'b' } }],
    ['of the application', { env: { service: 'web' } }, 'Shop', { '/mcp/**': { service: 'web/mcp' }, '/mcp': { service: 'web/mcp' } }],
    ['slug of the name', {}, '  My Shop, №1! ', { '/mcp/**': { service: 'my-shop-1' }, '/mcp': { service: 'my-shop-1' } }],
    ['else `mcp`', {}, '商店', { '/mcp/**': { service: 'mcp' }, '/mcp': { service: 'mcp' } }],
  ])('%s', (_label, evlog, name, expected) => {
    expect(toServiceRoutes(evlog, '/mcp', name)).toEqual(expected)
  })

  it('stands in front of other patterns and keeps their options', () => {
    const own: { service?: string, sample: number } = { sample: 1 }
    const result = toServiceRoutes({ routes: { '/**': { service: 'all' }, '/mcp': own } }, '/mcp', 'shop')
    expect(Object.keys(result)).toEqual(['/mcp/**', '/mcp', '/**'])
    expect(result).toEqual({ '/mcp/**': { service: 'shop' }, '/mcp': { sample: 1, service: 'shop' }, '/**': { service: 'all' } })
  })
})
