import { parseEvents } from '../fuzz/http.mjs'
import { pause, untilText } from './client.mjs'

const stepsOf = (id, count, pauseMs, progressToken = id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'steps', arguments: { count, pause: pauseMs }, _meta: { progressToken } } })
const callOf = (id, name, args = {}) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
const garbage = ['', '{', '[]', 'null', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '[1,2]', '{"jsonrpc":"2.0","id":{},"method":"x"}']

/** What clients without a session do. `random` gives a whole number below its argument. */
export const stateless = {
  async calls(client, random) {
    for (let call = 1 + random(8); call > 0; call--) await client.call('echo', { text: `t${call}` }, `t${call}`)
    await client.rpc('tools/list', undefined, 'echo')
    await client.rpc('resources/read', { uri: `app://items/${random(1000)}` }, 'app://items')
    await client.rpc('prompts/get', { name: 'greet', arguments: { who: 'soak' } }, 'warm soak')
  },
  async batch(client, random) {
    const { status } = await client.post(Array.from({ length: 1 + random(20) }, (_, id) => callOf(id, 'echo', { text: `t${id}` })))
    client.expect(status === 200, `a batch answered ${status}`)
  },
  async progress(client, random) {
    await client.post(stepsOf(client.nextId++, random(10), random(20)))
  },
  async leaveStream(client, random) {
    const stream = client.open(stepsOf(client.nextId++, 40, 20))
    await untilText(stream)
    await pause(random(100))
    stream.leave()
    await stream.ended
  },
  async leaveEarly(client, random) {
    const stream = client.open(callOf(client.nextId++, 'until-aborted'))
    await pause(random(50))
    stream.leave()
    await stream.ended
  },
  async breakOff(client, random) {
    await client.breakOff(random(50))
  },
  async garbage(client, random) {
    const { status } = await client.post(garbage[random(garbage.length)])
    client.expect(status === 400, `garbage answered ${status}`)
  },
  async big(client, random) {
    const { status } = await client.post(callOf(client.nextId++, 'big', { size: random(300_000) }))
    client.expect(status === 200, `a big answer came as ${status}`)
  },
}

const inSession = {
  async calls(client, random) {
    for (let call = 1 + random(6); call > 0; call--) await client.call('remember', { value: `v${call}` }, `v${call}`)
    await client.rpc('tools/list', undefined, 'echo')
  },
  async garbage(client, random) {
    const { status } = await client.post(garbage[random(garbage.length)])
    client.expect(status === 400, `garbage answered ${status}`)
  },
  async breakOff(client, random) {
    await client.breakOff(random(50))
  },
  /** Loses the stream of a running call, comes back for the rest, and has to get the result. */
  async resume(client, random) {
    const id = client.nextId++
    const count = 5 + random(10)
    const first = client.open(stepsOf(id, count, 20))
    await untilText(first)
    await pause(random(150))
    first.leave()
    await first.ended
    let text = first.text.slice(0, first.text.lastIndexOf('\n\n') + 2)
    for (let attempt = 0; attempt < 5 && !text.includes('"result"'); attempt++) {
      const { lastId } = parseEvents(text)
      if (!lastId) return
      const next = client.open(undefined, { lastId })
      if (attempt === 0 && random(2)) {
        await untilText(next)
        next.leave()
      }
      await next.ended
      client.expect([undefined, 200, 204].includes(next.status), `a reconnection answered ${next.status}`)
      text += next.text.slice(0, next.text.lastIndexOf('\n\n') + 2)
      await pause(20)
    }
    const steps = parseEvents(text).messages.map(data => JSON.parse(data))
    client.expect(steps.filter(({ id: answered }) => answered === id).length === 1, `a resumed call has no result: ${text.slice(-300)}`)
    const seen = steps.flatMap(({ params }) => params?.progress ?? [])
    client.expect(seen.length === count && seen.every((step, index) => step === index + 1), `a resumed call saw the steps ${seen.join()} of ${count}`)
  },
  async listen(client, random) {
    const stream = client.open()
    await untilText(stream)
    client.expect(stream.status === 200, `GET answered ${stream.status}`)
    await client.call('register', { name: `late${random(1e9)}` }, 'registered')
    await pause(random(300))
    stream.leave()
    await stream.ended
    const { lastId } = parseEvents(stream.text)
    const again = client.open(undefined, { lastId })
    await untilText(again)
    again.leave()
    await again.ended
  },
  async cancel(client, random) {
    const id = client.nextId++
    const stream = client.open(callOf(id, 'until-aborted'))
    // Another connection may overtake this one: what has not begun cannot be cancelled.
    await untilText(stream)
    await pause(random(100))
    await client.notify('notifications/cancelled', { requestId: id, reason: 'soak' })
    const ended = await Promise.race([stream.ended.then(() => true), pause(1000)])
    client.expect(ended && !stream.text.includes('"id"'), `a cancelled call goes on or is answered: ${stream.text}`)
    stream.leave()
  },
  async leaveCall(client, random) {
    const stream = client.open(callOf(client.nextId++, 'until-aborted'))
    await pause(random(60))
    stream.leave()
    await stream.ended
  },
  /** Answers the server's question, or leaves it open. */
  async ask(client, random) {
    const stream = client.open(callOf(client.nextId++, 'ask'))
    await untilText(stream, 40)
    const question = parseEvents(stream.text).messages.map(data => JSON.parse(data)).find(({ method }) => method === 'roots/list')
    if (question && random(3)) {
      const { status } = await client.post({ jsonrpc: '2.0', id: question.id, result: { roots: [] } })
      client.expect(status === 202, `an answer was answered with ${status}`)
      await stream.ended
      client.expect(stream.text.includes('0 roots'), `an answered question led to ${stream.text.slice(-200)}`)
    }
    stream.leave()
    await stream.ended
  },
  async subscribe(client) {
    await client.rpc('resources/subscribe', { uri: 'app://news' }, 'result')
    const stream = client.open()
    await untilText(stream)
    await client.notifyUpdated('app://news')
    await pause(50)
    client.expect(stream.text.includes('notifications/resources/updated'), 'a subscriber was not told')
    stream.leave()
    await stream.ended
  },
  async deleteWhileRunning(client, random) {
    const stream = client.open(stepsOf(client.nextId++, 40, 20))
    await pause(random(150))
    await client.end()
    const ended = await Promise.race([stream.ended.then(() => true), pause(1000)])
    client.expect(ended, 'a call outlives its session')
    stream.leave()
    client.session = undefined
  },
}

/** What clients with a session do: some of the above, and then they end it or just go. */
export async function session(client, random) {
  await client.initialize()
  for (let left = 1 + random(4); left > 0 && client.session; left--) {
    const names = Object.keys(inSession)
    const name = names[random(names.length)]
    client.tally.scenarios[name] = (client.tally.scenarios[name] ?? 0) + 1
    await inSession[name](client, random)
  }
  if (client.session && random(3)) await client.end()
  else if (client.session) client.tally.abandoned++
}
