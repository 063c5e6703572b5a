import { log } from '../observability/log'
import type { EventStore } from '../session/event-store'
import { EventOutput, type EventOutputOptions, KEEP_ALIVE_INTERVAL } from './event-output'
import { toEventFrame } from './serialize'

type Bytes = Uint8Array<ArrayBuffer>

export interface SessionStreamOptions {
  /** Names the stream in the ids of its events, and its session. */
  id: string
  /** Keeps the events for clients that lost the connection; without, they have no ids. */
  events: EventStore | undefined
  /** Whether the client understands an event without data, which gives it an id to come back with. */
  primes: boolean
  /** Milliseconds after which a client that lost the stream should come back. */
  retry: number
}

/**
 * A stream of messages that outlives its HTTP connections: a client that comes back gets what it missed, then the
 * rest as it comes.
 */
export class SessionStream {
  private count = 0
  /** Number of the last event that was sent over a connection. */
  private delivered = 0
  private output: EventOutput | undefined
  /** What comes while missed events are read from the store. */
  private waiting: Bytes[] | undefined
  private isOver = false

  constructor(private readonly options: SessionStreamOptions) {}

  get id(): string {
    return this.options.id
  }

  /** Number of the last event. */
  get last(): number {
    return this.count
  }

  get isConnected(): boolean {
    return this.output !== undefined
  }

  /**
   * Hands over what no connection got, to be sent elsewhere.
   *
   * @param after number of the last event that the client has; by default the last one that was sent to it
   */
  async take(after = this.delivered): Promise<string[]> {
    const last = this.count
    this.delivered = last
    return (await this.options.events?.read(this.id, after, last) ?? []).map(({ json }) => json)
  }

  /**
   * Begins a connection, in the place of the last one.
   *
   * @param after number of the last event that the client has; by default the last one that was sent to it
   */
  connect(connection: Pick<EventOutputOptions, 'backlog' | 'onClosed'>, after = this.delivered): EventOutput {
    this.disconnect()
    const output = new EventOutput({
      backlog: connection.backlog,
      keepAlive: KEEP_ALIVE_INTERVAL,
      onClosed: () => {
        if (this.output === output) {
          this.output = undefined
          this.waiting = undefined
        }
        connection.onClosed?.()
      },
    })
    this.output = output
    // Something has to be sent at once: the headers would wait for it.
    output.write(this.openingFrame(after))
    if (this.options.events && after < this.count) {
      this.waiting = []
      void this.replay(output, this.options.events, after, this.count)
    }
    return output
  }

  /** Sends the JSON of a message; false when neither a connection nor a store takes it. */
  write(json: Bytes): boolean {
    const number = ++this.count
    const { events } = this.options
    events?.append(this.id, number, json)
    const frame = this.toFrame(json, number)
    if (this.waiting) {
      this.waiting.push(frame)
    }
    else if (this.output?.write(frame)) {
      this.delivered = number
    }
    return events !== undefined || this.output !== undefined
  }

  /** Ends the connection but not the stream. */
  disconnect(): void {
    this.output?.end()
  }

  /** Ends the stream after what was sent. */
  end(): void {
    this.isOver = true
    this.options.events?.end(this.id)
    if (!this.waiting) {
      this.disconnect()
    }
  }

  private async replay(output: EventOutput, events: EventStore, after: number, last: number): Promise<void> {
    const missed = await events.read(this.id, after, last).catch((error) => {
      log.error('Events could not be replayed:', error)
      return []
    })
    if (this.output !== output) {
      return
    }
    for (const { number, json } of missed) {
      output.write(this.toFrame(encoder.encode(json), number))
    }
    for (const frame of this.waiting ?? []) {
      output.write(frame)
    }
    this.waiting = undefined
    this.delivered = this.count
    if (this.isOver) {
      this.disconnect()
    }
  }

  private toFrame(json: Bytes, number: number): Bytes {
    return toEventFrame(json, this.options.events && toEventId(this.id, number))
  }

  private openingFrame(after: number): Bytes {
    const { events, primes, retry } = this.options
    return events ? toOpeningFrame(toEventId(this.id, after), { primes, retry }) : encoder.encode(': open\n\n')
  }
}

/** What a stream that can be resumed begins with: an id to come back with, for clients that understand it. */
export function toOpeningFrame(id: string, { primes, retry }: { primes: boolean, retry: number }): Bytes {
  return encoder.encode(primes ? `id: ${id}\nretry: ${retry}\ndata: \n\n` : `: open\nretry: ${retry}\n\n`)
}

/** The id of an event. */
export function toEventId(stream: string, number: number): string {
  return `${stream}_${number}`
}

/** The stream and number in an id; `undefined` for what is none. */
export function parseEventId(id: string): { stream: string, number: number } | undefined {
  const [, stream, digits] = /^(.+)_(\d{1,15})$/.exec(id) ?? []
  return stream === undefined ? undefined : { stream, number: Number(digits) }
}

const encoder = new TextEncoder()
