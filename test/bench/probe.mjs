// Preloaded into every measured server: answers its parent's questions about the process.
import { Session } from 'node:inspector/promises'

const session = new Session()

const answers = {
  /** Microseconds of CPU that the process has used. */
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },

  /** Bytes of heap in use after garbage collection; takes `--expose-gc`. */
  async heap() {
    for (let round = 0; round < 4; round++) {
      globalThis.gc()
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    return process.memoryUsage().heapUsed
  },

  async startProfile() {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 200 })
    await session.post('Profiler.start')
  },

  async stopProfile() {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return profile
  },
}

process.on('message', async ({ ask, question }) => {
  process.send({ ask, answer: await answers[question]() })
})
// No server outlives the run that started it, however that ended.
process.on('disconnect', () => process.exit())
