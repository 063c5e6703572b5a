import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocalBus } from '../../../../../src/runtime/server/session/bus'
import type { SessionBusMessage } from '../../../../../src/runtime/server/session/bus-message'
import { SessionHost } from '../../../../../src/runtime/server/session/host'
import { createLiveSession } from './live-session'
import { createMemoryStorage } from './memory-storage'

const config = { enabled: true, maxDuration: 60_000, maxSessions: 10, maxParallelRequests: 10, replay: { maxEvents: 10, maxBytes: 1000 }, retryInterval: 1 }
const hosts: SessionHost[] = []

afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.close()))
})

function createHost(bus = createLocalBus(), storage = createMemoryStorage()) {
  const host = new SessionHost(config, storage.useStorage, bus)
  hosts.push(host)
  const add = () => {
    const session = createLiveSession()
    host.table.reserve()?.fill(session)
    return session
  }
  return { host, add, bus, ...storage }
}

describe('SessionHost', () => {
  // R58, R59
  it('ends a session with everything that belongs to it, once', async () => {
    const { host, add, bus, data } = createHost()
    const told: SessionBusMessage[] = []
    bus.join({ instance: 'other', onMessage: message => void told.push(message), onGap: () => {} })
    const session = add()
    await host.stored.save(session.id, { route: '/mcp', initialize: { jsonrpc: '2.0', id: 0, method: 'initialize' }, usedAt: 0 })
    await host.stored.data(session.id).setItem('a', 1)
    await Promise.all([host.end(session), host.end(session)])
    expect([session.ended, host.table.size, data.size]).toEqual([true, 0, 0])
    expect(session.wire.close).toHaveBeenCalledTimes(1)
    expect(told).toEqual([{ type: 'session-ended', id: session.id }])
  })

  // §12: what another process says
  it('ends a session that another process has ended', async () => {
    const { add, bus } = createHost()
    const [session, other] = [add(), add()]
    await bus.publish({ type: 'session-ended', id: session.id })
    expect([session.ended, other.ended]).toEqual([true, false])
  })

  it('notifies subscribers of every process', async () => {
    const bus = createLocalBus()
    const [here, there] = [createHost(bus), createHost(bus)]
    const [a, b, c] = [here.add(), there.add(), there.add()]
    const sent: unknown[] = []
    for (const session of [a, b, c]) vi.spyOn(session.parts.server, 'notification').mockImplementation(async message => void sent.push(message.params))
    a.parts.subscriptions.add('app://news', 'app://news')
    b.parts.subscriptions.add('app://news', 'APP://news')
    c.parts.subscriptions.add('app://other', 'app://other')
    await here.host.notifyResourceUpdated('app://news')
    expect(sent).toEqual([{ uri: 'app://news' }, { uri: 'APP://news' }])
  })

  // R61
  it('ends everything when it closes', async () => {
    const { host, add } = createHost()
    const sessions = [add(), add()]
    await host.close()
    expect(sessions.map(session => session.ended)).toEqual([true, true])
  })
})
