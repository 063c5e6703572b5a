import { expect, it } from 'vitest'
import { takeRequests } from '../../../../../src/runtime/server/session/parallel-requests'
import { createLiveSession } from './live-session'

it('counts requests per session until they are answered', () => {
  const [one, other] = [createLiveSession(), createLiveSession()]
  const leave = takeRequests(one, 2, 3)
  expect(takeRequests(one, 2, 3)).toBeUndefined()
  expect(takeRequests(other, 3, 3)).toBeDefined()
  expect(takeRequests(one, 1, 3)).toBeDefined()
  leave?.()
  expect(takeRequests(one, 2, 3)).toBeDefined()
  expect(takeRequests(one, 1, 3)).toBeUndefined()
})

it('notifications and answers always pass', () => {
  const session = createLiveSession()
  takeRequests(session, 3, 3)
  expect(takeRequests(session, 0, 3)).toBeDefined()
})
