import { log } from '../observability/log'
import type { SessionStorage } from './storage'

/** How much of what was sent is kept for clients that lost their connection. */
export interface EventLimits {
  /** Most events of one session. */
  maxEvents: number
  /** Most bytes of one session. */
  maxBytes: number
}

export interface StoredEvent {
  number: number
  json: string
}

/** What other processes have to know of a stream to read it. */
interface StreamInfo {
  /** Number of the oldest event that is still kept. */
  first: number
  ended: boolean
}

/** What another process can tell of a stream. */
export interface StoredStream {
  events: StoredEvent[]
  ended: boolean
}

interface Entry {
  stream: string
  number: number
  bytes: number
}

/**
 * The last events of a session's streams, in Nitro storage. Events are written behind the client's back, in order:
 * sending does not wait for the storage, reading does.
 */
export class EventStore {
  private readonly entries: Entry[] = []
  private bytes = 0
  /** The last write; `undefined` once it is done. A promise kept would keep the request that made it. */
  private writing: Promise<void> | undefined
  private closed = false
  /** What was written about streams whose oldest events are gone, or that have ended. */
  private infos: Map<string, StreamInfo> | undefined

  /** @param isShared whether other processes read it */
  constructor(private readonly storage: SessionStorage, private readonly limits: EventLimits, private readonly ttl: number, private readonly isShared = false) {}

  /** Keeps an event, and drops the oldest where there is no room. One that is larger than all the room is not kept. */
  append(stream: string, number: number, json: Uint8Array): void {
    if (json.byteLength > this.limits.maxBytes || this.closed) {
      return
    }
    this.entries.push({ stream, number, bytes: json.byteLength })
    this.bytes += json.byteLength
    const text = new TextDecoder().decode(json)
    // A string would be read back as the value that it is the JSON of.
    this.queue(() => this.storage.setItem(keyOf(stream, number), { json: text }, { ttl: this.ttl }))
    while (this.entries.length > this.limits.maxEvents || this.bytes > this.limits.maxBytes) {
      const oldest = this.entries.shift()
      if (oldest) {
        this.bytes -= oldest.bytes
        this.queue(() => this.storage.removeItem(keyOf(oldest.stream, oldest.number)))
        this.describe(oldest.stream, { first: oldest.number + 1 })
      }
    }
  }

  /** Tells other processes that nothing more will come on a stream. */
  end(stream: string): void {
    this.describe(stream, { ended: true })
  }

  /** Whether there are any events of the stream. */
  has(stream: string): boolean {
    return this.entries.some(entry => entry.stream === stream)
  }

  /** The events of a stream whose numbers are above `after` and at most `last`, in order. */
  async read(stream: string, after: number, last = Number.POSITIVE_INFINITY): Promise<StoredEvent[]> {
    await this.writing
    const wanted = this.entries.filter(entry => entry.stream === stream && entry.number > after && entry.number <= last)
    const events = await Promise.all(wanted.map(async ({ number }) => {
      const stored = await this.storage.getItem<{ json: string }>(keyOf(stream, number))
      return typeof stored?.json === 'string' ? [{ number, json: stored.json }] : []
    }))
    return events.flat()
  }

  /** The events of a stream that ran in another process, or in this one before it forgot the session. */
  async readForeign(stream: string, after: number): Promise<StoredStream> {
    await this.writing
    // Looked at first: what ends afterwards is found ended the next time, with all its events.
    const info = await this.storage.getItem<StreamInfo>(infoKeyOf(stream))
    const events: StoredEvent[] = []
    // A process writes its events in order, so the first that is missing is not there yet.
    for (let number = Math.max(after + 1, Number(info?.first) || 0); events.length < this.limits.maxEvents; number++) {
      const stored = await this.storage.getItem<{ json: string }>(keyOf(stream, number))
      if (typeof stored?.json !== 'string') {
        break
      }
      events.push({ number, json: stored.json })
    }
    return { events, ended: info?.ended === true }
  }

  /** Writes nothing from now on, and leaves what is written. */
  async leave(): Promise<void> {
    await this.writing
    this.closed = true
  }

  /** Forgets everything, for good. */
  async clear(): Promise<void> {
    this.closed = true
    for (const { stream, number } of this.entries.splice(0)) {
      this.queue(() => this.storage.removeItem(keyOf(stream, number)))
    }
    for (const stream of this.infos?.keys() ?? []) {
      this.queue(() => this.storage.removeItem(infoKeyOf(stream)))
    }
    this.infos = undefined
    await this.writing
  }

  private describe(stream: string, change: Partial<StreamInfo>): void {
    if (!this.isShared || this.closed) {
      return
    }
    const info = { first: 1, ended: false, ...this.infos?.get(stream), ...change }
    if (info.ended && !this.has(stream)) {
      // Nothing is left of it that anybody could read.
      this.infos?.delete(stream)
      this.queue(() => this.storage.removeItem(infoKeyOf(stream)))
      return
    }
    this.infos = (this.infos ?? new Map<string, StreamInfo>()).set(stream, info)
    this.queue(() => this.storage.setItem(infoKeyOf(stream), { ...info }, { ttl: this.ttl }))
  }

  private queue(write: () => Promise<void>): void {
    const done: Promise<void> = (this.writing ?? Promise.resolve()).then(write)
      .catch(error => log.error('An event could not be kept for replay:', error))
      .then(() => {
        if (this.writing === done) {
          this.writing = undefined
        }
      })
    this.writing = done
  }
}

function keyOf(stream: string, number: number): string {
  return `events:${stream}:${number}`
}

function infoKeyOf(stream: string): string {
  return `events:${stream}:info`
}
