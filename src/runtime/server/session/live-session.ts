import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { HttpAnswer } from '../http/answer'
import type { PostedRequest } from '../http/request-info'
import type { EventStore } from './event-store'
import type { ExchangeServer } from './exchange'
import type { SessionRecord } from './stored-sessions'
import type { ResourceSubscriptions } from './subscriptions'

/** What happens to the HTTP side of a stream. */
export interface StreamConnection {
  /** Bytes that wait for the client to read them. */
  backlog: () => number
}

/** One POST to a session. */
export interface SessionPost extends StreamConnection {
  messages: readonly JSONRPCMessage[]
  /** The body was an array, so a JSON answer is one. */
  batch: boolean
  acceptsStream: boolean
  posted: PostedRequest
  /** Called once all requests of the POST have been answered or cancelled, maybe before the answer is returned. */
  onFinished: () => void
}

/** The answer to a POST, and what to do about it. */
export interface PostedAnswer {
  answer: HttpAnswer | Promise<HttpAnswer>
  /** Forgets the connection, because the client left it. Handlers go on; what they send is kept for a replay. */
  disconnect: () => void
}

/** The answer to a GET, and the ways in which its stream ends. */
export interface ListeningAnswer {
  answer: HttpAnswer
  /** Settles when the connection is over, whoever ended it. */
  closed: Promise<void>
  disconnect: () => void
}

/** The transport of a session, as the rest of the pipeline sees it. */
export interface SessionWire {
  post: (post: SessionPost) => PostedAnswer
  /** Opens the GET stream, or goes on with the stream that the id of an event belongs to. */
  listen: (connection: StreamConnection, lastEventId: string | undefined) => Promise<ListeningAnswer>
  /** Ends the GET stream; the client may open it again. */
  closeStandalone: () => void
  /** Ends all streams and aborts all handlers. */
  close: () => Promise<void>
  /** Where the session meets its copies in other processes. */
  readonly copies: SessionCopies
}

/** The last event of a stream that a client has. */
export interface StreamPosition {
  stream: string
  number: number
}

/** What the copies of a session in other processes have to say to this one. */
export interface SessionCopies {
  /** The process with the session's GET stream, when that is another. */
  listener: string | undefined
  /** Whether the GET stream is open here. */
  readonly isListening: boolean
  /** The GET stream is open in another process: what was kept for it goes there. */
  moveTo: (instance: string, resume: StreamPosition | undefined) => Promise<void>
  /** Sends the JSON of another copy's message on the GET stream. One that `waited` may have been sent already. */
  receive: (json: string, waited: boolean) => void
  /** Takes the JSON of a client's answer that arrived elsewhere. */
  answer: (json: string) => void
  /** Takes the JSON of a client's cancellation that arrived elsewhere. */
  cancel: (json: string) => void
  /** Lets the server see a request of the client again, and waits until it is done; nothing is answered. */
  repeat: (request: { method: string, params?: Record<string, unknown> }) => Promise<void>
}

/** What a session has to say to its copies in other processes. */
export interface SessionNeighbours {
  /** Sends the JSON of a message to the GET stream in another process; false when the process is gone. */
  forward: (instance: string, json: string, waited: boolean) => Promise<boolean>
  /** Whether a process is there. */
  has: (instance: string) => Promise<boolean>
  /** The GET stream is open here. */
  announce: (resume: StreamPosition | undefined) => Promise<void>
  /** The client cancels a request that is not handled here; the JSON of its notification. */
  cancel: (json: string) => void
  /** The client wants log messages from this level on. */
  setLevel: (level: string) => void
}

/** What a session is made of. */
export interface SessionParts {
  readonly id: string
  /** Route of the endpoint that made it. On every other endpoint the id is unknown. */
  readonly route: string
  /** Name of that endpoint's handler; `undefined` for the default endpoint. */
  readonly handler: string | undefined
  /** Whom it was made for; `undefined` when the endpoint does not say. */
  readonly subject: string | undefined
  readonly server: ExchangeServer
  readonly subscriptions: ResourceSubscriptions
  readonly wire: SessionWire
  /** What its streams sent, for clients that lost their connection; `undefined` without replay. */
  readonly events: EventStore | undefined
}

/** A session of this process. */
export class LiveSession {
  private holds = 0
  private uses = 0
  private usedAt = Date.now()
  /** Set once it is over in this process; what still runs for it must not store anything any more. */
  ended = false
  /** Set once it is over everywhere, with all that is stored of it. */
  removed = false
  /** What other processes make it from again; kept for the case that the storage loses it. */
  record: SessionRecord | undefined
  /** Of `logging/setLevel`. */
  level: string | undefined
  /** When its client last changed something here that other processes have to know. */
  changedAt = 0
  /** When its stored data were last given their time to live. */
  storedAt = Date.now()
  /** Requests that are being answered. */
  running = 0
  /** Counts changes of its stored values, so that renewing them never undoes one. */
  writes = 0

  constructor(readonly parts: SessionParts) {}

  get id(): string {
    return this.parts.id
  }

  get isHeld(): boolean {
    return this.holds > 0
  }

  /** Keeps the session from expiring until the returned function is called, from when on its idle time counts. */
  hold(): () => void {
    this.holds++
    this.uses++
    this.usedAt = Date.now()
    let released = false
    return () => {
      if (!released) {
        released = true
        this.holds--
        this.usedAt = Date.now()
      }
    }
  }

  /** Whether its client has come back since the request that began it. */
  get isConfirmed(): boolean {
    return this.uses > 1
  }

  /** Whether nothing has happened for longer than this, in milliseconds. */
  isIdleLongerThan(duration: number): boolean {
    return !this.isHeld && Date.now() - this.usedAt > duration
  }
}
