import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLocalBus } from '../../../../../src/runtime/server/session/bus'
import type { SessionBusMessage } from '../../../../../src/runtime/server/session/bus-message'
import { type Change, changeHub } from '../../../../../src/runtime/server/session/change-hub'
import { SessionHost } from '../../../../../src/runtime/server/session/host'
import type { SessionParts } from '../../../../../src/runtime/server/session/live-session'
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
  const add = (parts?: Partial<SessionParts>) => {
    const session = createLiveSession(parts)
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
    await Promise.all([host.ending.end(session), host.ending.end(session)])
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
    for (const session of [a, b, c]) vi.spyOn(session.parts.server.sdk, 'notification').mockImplementation(async message => void sent.push(message.params))
    a.parts.subscriptions.add('app://news', 'app://news')
    b.parts.subscriptions.add('app://news', 'APP://news')
    c.parts.subscriptions.add('app://other', 'app://other')
    await here.host.publishChange({ type: 'resource-updated', href: 'app://news' })
    expect(sent).toEqual([{ uri: 'app://news' }, { uri: 'APP://news' }])
  })

  // subscriptions of 2025-11-25 and of 2026-07-28 are told of the same changes
  it('notifies sessions of a list that changed, of their handler only', async () => {
    const { host, add } = createHost()
    const [admin, other] = [add({ handler: 'admin' }), add()]
    const sent: unknown[] = []
    for (const [name, session] of Object.entries({ admin, other })) vi.spyOn(session.parts.server.sdk, 'notification').mockImplementation(async ({ method }) => void sent.push([name, method]))
    await host.publishChange({ type: 'list-changed', list: 'tools', handler: 'admin' })
    await host.publishChange({ type: 'list-changed', list: 'prompts' })
    expect(sent).toEqual([['admin', 'notifications/tools/list_changed'], ['admin', 'notifications/prompts/list_changed'], ['other', 'notifications/prompts/list_changed']])
  })

  it('hands changes to those in this process who listen without a session', async () => {
    const bus = createLocalBus()
    const { host } = createHost(bus)
    const heard: Change[] = []
    onTestFinished(changeHub.subscribe(change => void heard.push(change)))
    await bus.publish({ type: 'list-changed', list: 'resources' })
    await host.publishChange({ type: 'resource-updated', href: 'app://news' })
    expect(heard).toEqual([{ type: 'list-changed', list: 'resources' }, { type: 'resource-updated', href: 'app://news' }])
  })

  // R61
  it('ends everything when it closes', async () => {
    const { host, add } = createHost()
    const sessions = [add(), add()]
    await host.close()
    expect(sessions.map(session => session.ended)).toEqual([true, true])
  })
})
