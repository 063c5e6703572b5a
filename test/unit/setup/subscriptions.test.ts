import { expect, it } from 'vitest'
import { leaveOut } from '../../../src/setup/subscriptions'

it('leaves nothing of subscriptions in a server that comes and goes', () => {
  const options = { plugins: ['/app/own', '/module/subscriptions'], runtimeConfig: { mcp: { subscriptions: { enabled: true, maxStreams: 5 } } } }
  leaveOut(options, '/module/subscriptions')
  // Nor a value that the build would then seem to have been given against its will.
  expect(options).toEqual({ plugins: ['/app/own'], runtimeConfig: { mcp: { subscriptions: { enabled: false, maxStreams: 5 } } } })
})
