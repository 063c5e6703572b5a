import { describe, expect, it } from 'vitest'
import { EventStore } from '../../../../../src/runtime/server/session/event-store'
import { createMemoryStorage } from './memory-storage'

const bytes = (text: string) => new TextEncoder().encode(text)

function setup(limits = { maxEvents: 3, maxBytes: 100 }) {
  const { useStorage, data, writes } = createMemoryStorage()
  return { events: new EventStore(useStorage('mcp:sessions-meta:id'), limits, 90), data, writes }
}

describe('EventStore', () => {
  it('reads what was written, as it was written', async () => {
    const { events, writes } = setup()
    events.append('a', 1, bytes('{"x":"1"}'))
    events.append('b', 1, bytes('"true"'))
    events.append('a', 2, bytes('{"__proto__":1}'))
    expect(await events.read('a', 0)).toEqual([{ number: 1, json: '{"x":"1"}' }, { number: 2, json: '{"__proto__":1}' }])
    expect(await events.read('a', 1)).toEqual([{ number: 2, json: '{"__proto__":1}' }])
    expect(await events.read('a', 0, 1)).toEqual([{ number: 1, json: '{"x":"1"}' }])
    expect([events.has('a'), events.has('c')]).toEqual([true, false])
    expect(writes[0]?.ttl).toBe(90)
  })

  it('drops the oldest', async () => {
    const { events, data } = setup()
    for (let number = 1; number <= 5; number++) events.append('a', number, bytes(String(number)))
    expect((await events.read('a', 0)).map(event => event.number)).toEqual([3, 4, 5])
    expect(data.size).toBe(3)
    events.append('a', 6, bytes('x'.repeat(99)))
    expect((await events.read('a', 0)).map(event => event.number)).toEqual([5, 6])
  })

  it('keeps nothing that is larger than all its room', async () => {
    const { events, data } = setup()
    events.append('a', 1, bytes('1'))
    events.append('a', 2, bytes('x'.repeat(101)))
    expect((await events.read('a', 0)).map(event => event.number)).toEqual([1])
    expect(data.size).toBe(1)
  })

  it('is empty for good when cleared', async () => {
    const { events, data } = setup()
    events.append('a', 1, bytes('1'))
    await events.clear()
    events.append('a', 2, bytes('2'))
    expect([await events.read('a', 0), data.size]).toEqual([[], 0])
  })

  describe('for other processes', () => {
    function share(limits = { maxEvents: 3, maxBytes: 100 }) {
      const { useStorage, data } = createMemoryStorage()
      const create = () => new EventStore(useStorage('mcp:sessions-meta:id'), limits, 90, true)
      return { here: create(), there: create(), data }
    }

    it('tells what there is of a stream, and whether it goes on', async () => {
      const { here, there } = share()
      here.append('a', 1, bytes('1'))
      here.append('a', 2, bytes('2'))
      await here.read('a', 0)
      expect(await there.readForeign('a', 0)).toEqual({ events: [{ number: 1, json: '1' }, { number: 2, json: '2' }], ended: false })
      here.end('a')
      await here.read('a', 0)
      expect(await there.readForeign('a', 2)).toEqual({ events: [], ended: true })
      expect(await there.readForeign('b', 0)).toEqual({ events: [], ended: false })
    })

    it('steps over what was dropped', async () => {
      const { here, there } = share()
      for (let number = 1; number <= 5; number++) here.append('a', number, bytes(String(number)))
      await here.read('a', 0)
      expect((await there.readForeign('a', 1)).events.map(({ number }) => number)).toEqual([3, 4, 5])
    })

    it('leaves nothing of a stream without events', async () => {
      const { here, data } = share()
      here.append('a', 1, bytes('1'))
      here.end('a')
      for (let number = 1; number <= 3; number++) here.append('b', number, bytes(String(number)))
      here.end('c')
      await here.read('a', 0)
      expect([...data.keys()].filter(key => !key.includes(':b:'))).toEqual([])
      await here.clear()
      expect(data.size).toBe(0)
    })

    it('stays when a process leaves', async () => {
      const { here, there } = share()
      here.append('a', 1, bytes('1'))
      await here.leave()
      here.append('a', 2, bytes('2'))
      expect((await there.readForeign('a', 0)).events).toHaveLength(1)
    })
  })
})
