import { beforeEach, expect, it, vi } from 'vitest'
import { log } from '../../../../../src/runtime/server/observability/log'
import { stateSecret } from '../../../../../src/runtime/server/protocol/state-secret'

// protocol-2026-07-28.md: a key from `runtimeConfig`, generated per process where there is none.
beforeEach(() => {
  vi.restoreAllMocks()
})

it('is the configured one', () => {
  const secret = 'x'.repeat(32)
  expect(stateSecret(secret)).toBe(secret)
})

it('is made up where there is none or too short a one, which is told once and never shown', () => {
  const told = [vi.spyOn(log, 'warn').mockReturnValue(undefined), vi.spyOn(log, 'error').mockReturnValue(undefined)]
  const secrets = [undefined, 'tooShort', undefined, 'tooShort', ''].map(stateSecret)
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
  const messages = told.flatMap(({ mock }) => mock.calls.flat().map(String))
  expect(messages).toHaveLength(3)
  expect(messages.every(message => message.includes('`NUXT_MCP_STATE_SECRET`'))).toBe(true)
  expect(messages.join()).not.toMatch(/tooShort/)
})
