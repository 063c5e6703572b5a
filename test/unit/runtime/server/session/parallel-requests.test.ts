import { expect, it } from 'vitest'
import type { LiveSession } from '../../../../../src/runtime/server/session/live-session'
import { takeRequests } from '../../../../../src/runtime/server/session/parallel-requests'

// Sessions are only told apart.
const createSession = () => ({}) as LiveSession

it('counts requests per session until they are answered', () => {
  const [one, other] = [createSession(), createSession()]
  const leave = takeRequests(one, 2, 3)
  expect(takeRequests(one, 2, 3)).toBeUndefined()
  expect(takeRequests(other, 3, 3)).toBeDefined()
  expect(takeRequests(one, 1, 3)).toBeDefined()
  leave?.()
  expect(takeRequests(one, 2, 3)).toBeDefined()
  expect(takeRequests(one, 1, 3)).toBeUndefined()
})

it('notifications and answers always pass', () => {
  const session = createSession()
  takeRequests(session, 3, 3)
  expect(takeRequests(session, 0, 3)).toBeDefined()
})
