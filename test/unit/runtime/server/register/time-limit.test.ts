import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withinLimit } from '../../../../../src/runtime/server/register/time-limit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

it('without a limit nothing is added', async () => {
  const extra = { signal: new AbortController().signal }
  expect(await withinLimit(0, extra, async given => given === extra)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('a limit of more than 24 days is not over at once', async () => {
  const done = withinLimit(Number.POSITIVE_INFINITY, { signal: new AbortController().signal }, () => new Promise<string>(resolve => setTimeout(() => resolve('done'), 1000)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await done).toBe('done')
})

it('work that is done in time leaves no timer behind', async () => {
  const extra = { signal: new AbortController().signal, requestId: 7 }
  expect(await withinLimit(100, extra, async ({ requestId }) => requestId)).toBe(7)
  await expect(withinLimit(100, extra, async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect(vi.getTimerCount()).toBe(0)
})

it('aborts work that takes too long, and fails whether or not it stops', async () => {
  const client = new AbortController()
  let signal: AbortSignal | undefined
  const answer = withinLimit(100, { signal: client.signal }, (extra) => {
    signal = extra.signal
    return never()
  })
  const failed = expect(answer).rejects.toMatchObject({ code: -32001, message: 'Request timed out after 100 ms' })
  await vi.advanceTimersByTimeAsync(100)
  await failed
  expect([signal?.aborted, client.signal.aborted, vi.getTimerCount()]).toEqual([true, false, 0])
})

it('work that fails after its time is no unhandled rejection', async () => {
  const answer = withinLimit(100, { signal: new AbortController().signal }, extra => new Promise((_, reject) => {
    extra.signal.addEventListener('abort', () => setTimeout(() => reject(new Error('late')), 10))
  }))
  const failed = expect(answer).rejects.toMatchObject({ code: -32001 })
  await vi.advanceTimersByTimeAsync(200)
  await failed
})

it('a cancelled request keeps no timer, even when its work never ends', async () => {
  const client = new AbortController()
  let signal: AbortSignal | undefined
  void withinLimit(100, { signal: client.signal }, (extra) => {
    signal = extra.signal
    return never()
  })
  client.abort()
  expect([signal?.aborted, vi.getTimerCount()]).toEqual([true, 0])
})
