import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionBusMessage } from '../../../../../src/runtime/server/session/bus-message'
import { createRedisBus } from '../../../../../src/runtime/server/session/redis-bus'

const { clients } = vi.hoisted(() => ({ clients: [] as FakeRedis[] }))
const error = vi.hoisted(() => vi.fn())
vi.mock('ioredis', () => ({ Redis: function Redis(...args: unknown[]) {
  const client = new FakeRedis(args)
  clients.push(client)
  return client
} }))
vi.mock('../../../../../src/runtime/server/observability/log', () => ({ log: { error } }))

/** Redis publish/subscribe without a server. */
class FakeRedis extends EventEmitter {
  channels: string[] = []
  isDown = false

  constructor(readonly args: unknown[]) {
    super()
  }

  async subscribe(...channels: string[]) {
    this.channels.push(...channels)
  }

  async publish(channel: string, text: string) {
    if (this.isDown) throw new Error('Command timed out')
    const hearing = clients.filter(client => client.channels.includes(channel))
    hearing.forEach(client => client.emit('message', channel, text))
    return hearing.length
  }

  async pubsub(_command: string, channel: string) {
    return [channel, clients.filter(client => client.channels.includes(channel)).length]
  }

  disconnect() {
    this.channels = []
  }
}

const id = '11111111-1111-4111-8111-111111111111'
const ended: SessionBusMessage = { type: 'session-ended', id }

function member(instance: string) {
  const bus = createRedisBus({ url: 'redis://x', channel: 'c' })
  const heard: SessionBusMessage[] = []
  const onGap = vi.fn()
  bus.join({ instance, onMessage: message => void heard.push(message), onGap })
  return { bus, heard, onGap, publisher: clients.at(-2), subscriber: clients.at(-1) }
}

beforeEach(() => {
  clients.length = 0
})

describe('createRedisBus', () => {
  it('reaches all, or one', async () => {
    const [a, b] = [member('a'), member('b')]
    await a.bus.publish(ended)
    expect(await a.bus.send('b', { type: 'answer', id, json: '{}' })).toBe(true)
    expect([a.heard, b.heard]).toEqual([[ended], [ended, { type: 'answer', id, json: '{}' }]])
    expect([await a.bus.has('b'), await a.bus.has('x'), await a.bus.send('x', ended)]).toEqual([true, false, false])
    await b.bus.close()
    expect(await a.bus.has('b')).toBe(false)
  })

  it('hears only what makes sense', async () => {
    const { bus, heard, publisher } = member('a')
    await publisher?.publish('c', '{"type":"session-ended"}')
    await bus.publish(ended)
    expect(heard).toEqual([ended])
  })

  it('limits the time that a command may take, and passes its failure on', async () => {
    const { bus, publisher } = member('a')
    expect(publisher?.args).toEqual(['redis://x', expect.objectContaining({ commandTimeout: 3000 })])
    if (publisher) publisher.isDown = true
    await expect(bus.publish(ended)).rejects.toThrow('timed out')
  })

  it('tells of gaps, but not at the beginning', () => {
    const { subscriber, onGap } = member('a')
    subscriber?.emit('ready')
    expect(onGap).toHaveBeenCalledTimes(0)
    subscriber?.emit('ready')
    expect(onGap).toHaveBeenCalledTimes(1)
  })

  it('logs trouble now and then', () => {
    const { publisher, subscriber } = member('a')
    for (let attempt = 0; attempt < 50; attempt++) {
      publisher?.emit('error', new Error('ECONNREFUSED'))
      subscriber?.emit('error', new Error('ECONNREFUSED'))
    }
    expect(error).toHaveBeenCalledTimes(1)
  })
})
