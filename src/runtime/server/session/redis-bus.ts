import { Redis, type RedisOptions } from 'ioredis'
import { log } from '../observability/log'
import { createLimitedLog } from '../observability/limited-log'
import type { SessionBus } from './bus'
import { parseBusMessage, serializeBusMessage } from './bus-message'

export interface RedisBusOptions {
  /** Address of the server; by default the one on this machine. */
  url?: string
  /** What the names of its channels begin with. */
  channel: string
}

/** Milliseconds after which a command has failed: callers wait for it. */
const COMMAND_TIMEOUT = 3000
const SLOWEST_RECONNECT = 2000

/** A bus on Redis publish/subscribe: one channel for all processes, and one for each. */
export function createRedisBus({ url, channel }: RedisBusOptions): SessionBus {
  const report = createLimitedLog(error => log.error('The session bus has no connection to Redis:', error))
  const connect = (options: RedisOptions) => {
    const shared: RedisOptions = {
      connectTimeout: COMMAND_TIMEOUT,
      // Commands wait for the connection to come back; their own timeout is what ends them.
      maxRetriesPerRequest: null,
      retryStrategy: attempts => Math.min(attempts * 50, SLOWEST_RECONNECT),
      ...options,
    }
    const client = url ? new Redis(url, shared) : new Redis(shared)
    // Without a listener each failed attempt would be printed.
    return client.on('error', report)
  }
  const publisher = connect({ commandTimeout: COMMAND_TIMEOUT })
  const subscriber = connect({})
  const channelOf = (instance: string) => `${channel}:${instance}`
  return {
    join({ instance, onMessage, onGap }) {
      let isFirst = true
      subscriber.on('message', (_channel, text) => {
        const message = parseBusMessage(text)
        if (message) {
          onMessage(message)
        }
      })
      subscriber.on('ready', () => {
        if (!isFirst) {
          onGap()
        }
        isFirst = false
      })
      // Done again by the client whenever it connects anew.
      subscriber.subscribe(channel, channelOf(instance)).catch(report)
    },
    async publish(message) {
      await publisher.publish(channel, serializeBusMessage(message))
    },
    async send(instance, message) {
      return await publisher.publish(channelOf(instance), serializeBusMessage(message)) > 0
    },
    async has(instance) {
      const [, count] = await publisher.pubsub('NUMSUB', channelOf(instance))
      return Number(count) > 0
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
