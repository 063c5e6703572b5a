import { describe, expect, it } from 'vitest'
import { findMissingMounts, findPresetProblem, findUnshared } from '../../../src/setup/sessions'
import { renderSessionBus } from '../../../src/setup/virtual/session-bus'

describe('presets (transport-sessions R77, §12.7)', () => {
  it.each(['cloudflare', 'cloudflare-pages', 'cloudflare_module', 'cloudflare-durable', 'vercel', 'vercel-edge', 'netlify', 'netlify-edge', 'aws-lambda', 'aws-amplify', 'azure-functions', 'azure-swa', 'firebase', 'deno-deploy', 'stormkit', 'edgio', 'zeabur'])('%s cannot hold sessions', (preset) => {
    expect(findPresetProblem(preset)).toContain(`cannot work with the Nitro preset \`${preset}\``)
  })

  it.each(['node-server', 'node-listener', 'node-cluster', 'bun', 'deno-server', 'nitro-dev', 'nitro-prerender', 'heroku', 'render-com', 'digital-ocean', 'koyeb', 'iis-node', 'firebase-app-hosting', 'cleavr'])('%s can', (preset) => {
    expect(findPresetProblem(preset)).toBeUndefined()
  })
})

// R36
it.each([
  [[], ['mcp:sessions', 'mcp:sessions-meta']],
  [['mcp:sessions', 'cache'], ['mcp:sessions-meta']],
  [['mcp/sessions', 'mcp:sessions-meta'], []],
])('adds the mounts that %j lacks', (configured, missing) => {
  expect(findMissingMounts(configured)).toEqual(missing)
})

it.each([
  [{}, ['mcp:sessions', 'mcp:sessions-meta']],
  [{ 'mcp:sessions': { driver: 'redis' }, 'mcp:sessions-meta': { driver: 'memory' } }, ['mcp:sessions-meta']],
  [{ 'mcp/sessions': { driver: 'redis' }, 'mcp:sessions-meta': { driver: 'redis' } }, []],
])('finds the storage in %j that other processes do not see', (storage, unshared) => {
  expect(findUnshared(storage)).toEqual(unshared)
})

// §12: a build without `ioredis` has no trace of it
it('makes the bus part of the server only where it is asked for', () => {
  expect(renderSessionBus(undefined)).toContain('export const createBus = undefined')
  expect(renderSessionBus('/a "b"/redis-bus')).toContain('export { createRedisBus as createBus } from "/a \\"b\\"/redis-bus"')
})
