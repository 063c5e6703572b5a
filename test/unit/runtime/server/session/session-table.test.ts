import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveSession } from '../../../../../src/runtime/server/session/live-session'
import { SessionTable } from '../../../../../src/runtime/server/session/session-table'
import { createLiveSession } from './live-session'

const HALF_HOUR = 1_800_000

let table: SessionTable
let expired: LiveSession[]

beforeEach(() => {
  vi.useFakeTimers()
  expired = []
  table = new SessionTable({ maxSessions: 2, maxDuration: HALF_HOUR, onExpired: session => void expired.push(session) })
})
afterEach(() => {
  table.close()
  vi.useRealTimers()
})

function add(): LiveSession {
  const session = createLiveSession()
  table.reserve()?.fill(session)
  return session
}

describe('SessionTable', () => {
  it('gives the places of clients that never came back to others, when there is no other', () => {
    const [abandoned, confirmed] = [add(), add()]
    abandoned.hold()()
    confirmed.hold()()
    confirmed.hold()()
    vi.advanceTimersByTime(59_000)
    expect(table.reserve()).toBeUndefined()
    vi.advanceTimersByTime(2000)
    expect(table.reserve()).toBeDefined()
    expect(expired).toEqual([abandoned])
    expect(table.reserve()).toBeUndefined()
  })

  // R56
  it('counts places from when they are taken', () => {
    const [first, second] = [table.reserve(), table.reserve()]
    expect(table.reserve()).toBeUndefined()
    first?.release()
    first?.release()
    expect(table.size).toBe(1)
    const session = createLiveSession()
    second?.fill(session)
    second?.release()
    expect([table.size, table.find(session.id)]).toEqual([1, session])
  })

  // A client that left while its server was being built
  it('never fills a place that was given back', () => {
    const place = table.reserve()
    place?.release()
    const session = createLiveSession()
    place?.fill(session)
    expect(table.find(session.id)).toBeUndefined()
  })

  // R54
  it('looks at the age of a session when it is asked for', () => {
    const session = add()
    vi.setSystemTime(Date.now() + HALF_HOUR)
    expect(table.find(session.id)).toBe(session)
    vi.setSystemTime(Date.now() + 1)
    expect(table.find(session.id)).toBeUndefined()
    expect(expired).toEqual([session])
  })

  // R55
  it('makes room by expired sessions first', () => {
    const [old, young] = [add(), add()]
    vi.setSystemTime(Date.now() + HALF_HOUR + 1)
    young.hold()()
    expect(table.reserve()).toBeDefined()
    expect(table.reserve()).toBeUndefined()
    expect(expired).toEqual([old])
  })

  // R57
  it('never expires a session that is in use, and counts its idle time from the end of that', () => {
    const session = add()
    const [release, other] = [session.hold(), session.hold()]
    vi.advanceTimersByTime(HALF_HOUR * 3)
    release()
    release()
    vi.advanceTimersByTime(HALF_HOUR * 3)
    expect(table.find(session.id)).toBe(session)
    other()
    vi.advanceTimersByTime(HALF_HOUR)
    expect(table.find(session.id)).toBe(session)
    vi.advanceTimersByTime(60_001)
    expect(expired).toEqual([session])
  })

  // R54, R61
  it('sweeps without being asked', () => {
    const session = add()
    vi.advanceTimersByTime(HALF_HOUR + 60_001)
    expect(expired).toEqual([session])
    expect(table.size).toBe(0)
  })

  it('removes what is in it only', () => {
    const session = add()
    expect([table.remove(session), table.remove(session), table.remove(createLiveSession())]).toEqual([true, false, false])
  })
})
