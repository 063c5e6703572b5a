import { describe, expect, it } from 'vitest'
import { findMissingMounts, findPresetProblem } from '../../../src/setup/sessions'

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
