import { SERVER_ERROR } from '../../shared/json-rpc'
import { type HttpAnswer, rpcErrorAnswer } from '../http/answer'
import { concat } from '../http/bytes'
import type { EventStore, StoredEvent } from '../session/event-store'
import type { ListeningAnswer, SessionNeighbours, StreamConnection, StreamPosition } from '../session/live-session'
import { processIn } from '../session/process-name'
import type { MessageStream } from './post-exchange'
import { toEventFrame } from './serialize'
import { SessionStream, parseEventId, toEventId, toOpeningFrame } from './session-stream'

const STANDALONE = '-get'

const encoder = new TextEncoder()

export interface SessionStreamsOptions {
  sessionId: string
  /** Names this process, and its copy of the session, in the ids of streams. */
  instance: string
  /** Keeps what the streams send, for clients that lost their connection; `undefined` without replay. */
  events: EventStore | undefined
  /** Whether the client understands an event without data. */
  primes: boolean
  /** Milliseconds after which a client that lost a stream should come back. */
  retry: number
  /** Headers of every stream. */
  headers: Readonly<Record<string, string>>
  /** The session's copies in other processes; absent when there can be none. */
  neighbours?: SessionNeighbours
  /** Told when the GET stream is opened here, and what the client already has of one elsewhere. */
  onListening: (resume: StreamPosition | undefined) => void
}

/** The event streams of a session: one for each POST that became one, and the one that a GET opens. */
export class SessionStreams {
  /** The GET stream, which carries what belongs to no request. */
  readonly standalone: SessionStream
  private readonly posted = new Map<string, SessionStream>()
  private count = 0

  constructor(private readonly options: SessionStreamsOptions) {
    this.standalone = this.create(STANDALONE)
  }

  /** Begins the stream that the answer to a POST becomes. */
  open({ backlog }: StreamConnection): { stream: SessionStream, message: MessageStream } {
    const stream = this.create(`-${++this.count}`)
    this.posted.set(stream.id, stream)
    const message: MessageStream = {
      body: stream.connect({ backlog }).body,
      write: json => stream.write(json),
      end: () => {
        this.posted.delete(stream.id)
        stream.end()
      },
    }
    return { stream, message }
  }

  /** Opens the GET stream, or goes on with the stream that the id of an event belongs to. */
  async listen(connection: StreamConnection, lastEventId: string | undefined): Promise<ListeningAnswer> {
    const { events, sessionId, instance, neighbours } = this.options
    if (!events || lastEventId === undefined) {
      return this.listenHere(connection)
    }
    const event = parseEventId(lastEventId)
    const stream = event && (event.stream === this.standalone.id ? this.standalone : this.posted.get(event.stream))
    // The names of streams begin with the session, so those of another session are not found here.
    if (event && stream && event.number <= stream.last) {
      return stream === this.standalone ? this.listenHere(connection, event.number) : this.attach(stream, connection, event.number)
    }
    if (event && !stream && event.stream.startsWith(`${sessionId}.`)) {
      const process = processIn(event.stream.slice(sessionId.length + 1))
      if (events.has(event.stream)) {
        return answerOnly(await this.replayFinished(events, event))
      }
      if (process !== undefined && neighbours && !event.stream.startsWith(`${sessionId}.${instance}-`)) {
        return this.listenForeign(connection, event, process, { events, neighbours })
      }
    }
    return answerOnly(rpcErrorAnswer(400, SERVER_ERROR, 'Bad Request: Unknown Last-Event-ID'))
  }

  /** Ends the GET stream for good, and the connections of all others. */
  close(): void {
    this.standalone.end()
    for (const stream of this.posted.values()) {
      stream.disconnect()
    }
  }

  private create(name: string): SessionStream {
    const { sessionId, instance, events, primes, retry } = this.options
    return new SessionStream({ id: `${sessionId}.${instance}${name}`, events, primes, retry })
  }

  private listenHere(connection: StreamConnection, after?: number, resume?: StreamPosition): ListeningAnswer {
    const answer = this.attach(this.standalone, connection, after)
    this.options.onListening(resume)
    return answer
  }

  private attach(stream: SessionStream, { backlog }: StreamConnection, after?: number): ListeningAnswer {
    let onClosed = () => {}
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve
    })
    const output = stream.connect({ backlog, onClosed }, after)
    return { answer: this.toAnswer(output.body), closed, disconnect: () => output.end() }
  }

  /** Goes on with a stream of another process, or of an earlier copy of the session in this one. */
  private async listenForeign(connection: StreamConnection, { stream, number }: StreamPosition, process: string, { events, neighbours }: { events: EventStore, neighbours: SessionNeighbours }): Promise<ListeningAnswer> {
    const { events: missed, ended } = await events.readForeign(stream, number)
    const last = missed.at(-1)?.number ?? number
    if (stream.endsWith(STANDALONE)) {
      const answer = this.listenHere(connection, undefined, { stream, number: last })
      for (const { json } of missed) {
        this.standalone.write(encoder.encode(json))
      }
      return answer
    }
    const { instance, primes, retry } = this.options
    const isRunning = !ended && process !== processIn(instance) && await neighbours.has(process)
    if (missed.length === 0 && !isRunning) {
      return answerOnly({ status: 204 })
    }
    // A stream that still runs ends here too: the client comes back for the rest, and reads it from the store again.
    const opening = isRunning ? [toOpeningFrame(toEventId(stream, number), { primes, retry })] : []
    return answerOnly(this.toReplay(stream, missed, opening))
  }

  private async replayFinished(events: EventStore, { stream, number }: StreamPosition): Promise<HttpAnswer> {
    const missed = await events.read(stream, number)
    if (missed.length === 0) {
      // What tells an event source not to come back.
      return { status: 204 }
    }
    return this.toReplay(stream, missed)
  }

  private toReplay(stream: string, events: readonly StoredEvent[], opening: readonly Uint8Array[] = []): HttpAnswer {
    const frames = events.map(({ number, json }) => toEventFrame(encoder.encode(json), toEventId(stream, number)))
    return this.toAnswer(concat([...opening, ...frames]))
  }

  private toAnswer(body: HttpAnswer['body']): HttpAnswer {
    return { status: 200, headers: this.options.headers, body }
  }
}

/** An answer that is complete as it is. */
export function answerOnly(answer: HttpAnswer): ListeningAnswer {
  return { answer, closed: Promise.resolve(), disconnect: () => {} }
}
