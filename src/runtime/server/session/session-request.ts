import type { H3Event } from 'h3'
import { EventSlot } from '../http/event-slot'
import { log } from '../observability/log'
import type { SessionHost } from './host'
import type { LiveSession } from './live-session'
import { isSessionId, readSessionId } from './session-id'
import type { SessionOfValues } from './session-store'
import type { SessionRecord } from './stored-sessions'

export interface SessionRequestOptions {
  host: SessionHost
  /** Route of the endpoint that was asked. */
  route: string
  /** Names whom the request is made for. */
  subjectOf: ((event: H3Event) => string | undefined) | undefined
}

const requests = new EventSlot<SessionRequest>('mcp session request')

/** One HTTP request to an endpoint with sessions, from before its middleware until it is over. */
export class SessionRequest {
  /** The id that the client sent, in lower case; `undefined` without one. */
  readonly id: string | undefined
  private candidate: LiveSession | undefined
  /** What is stored of a session of this endpoint that this process does not have. */
  private record: SessionRecord | undefined
  private values: SessionOfValues | undefined
  private release: () => void
  /** Whether the handlers of its POST still run. */
  private isAnswering = false
  private isReturned = false
  private begun: LiveSession | undefined
  private isInvalidated = false
  private isOver = false

  /**
   * Finds out which session a request is for, also among those of other processes.
   *
   * @throws {SessionStorageError} when nobody can say whether there is one
   */
  static open(event: H3Event, options: SessionRequestOptions): SessionRequest | Promise<SessionRequest> {
    const request = new SessionRequest(event, options)
    return options.host.isShared ? request.lookUp().then(() => request) : request
  }

  private constructor(private readonly event: H3Event, private readonly options: SessionRequestOptions) {
    this.id = readSessionId(event.node.req.headers['mcp-session-id'])
    const found = this.id !== undefined && isSessionId(this.id) ? options.host.table.find(this.id) : undefined
    this.candidate = found?.parts.route === options.route ? found : undefined
    this.release = this.candidate?.hold() ?? (() => {})
    requests.set(event, this)
  }

  get host(): SessionHost {
    return this.options.host
  }

  /** Whom the request is made for, as far as middleware has found out. */
  get subject(): string | undefined {
    return this.options.subjectOf?.(this.event)
  }

  /** The session that the request may use. Asked anew each time: middleware decides who the caller is. */
  get session(): LiveSession | undefined {
    return this.candidate && !this.candidate.ended && this.candidate.parts.subject === this.subject ? this.candidate : undefined
  }

  /** What is stored of the session that the request may use, when this process does not have it. */
  get storedSession(): SessionRecord | undefined {
    return this.record?.subject === this.subject ? this.record : undefined
  }

  /** What the values of the session belong to. */
  get sessionOfValues(): SessionOfValues | undefined {
    return this.session ?? (this.storedSession && this.values)
  }

  /** Whether the session is to end with this request. */
  get invalidated(): boolean {
    return this.isInvalidated
  }

  /** Goes on with a session that has been made from what is stored of it. */
  adopt(session: LiveSession): void {
    this.candidate = session
    this.record = undefined
    this.release = session.hold()
  }

  /** Ends the session as soon as this request has been answered. */
  invalidate(): void {
    this.isInvalidated = true
    if (this.isOver) {
      void this.endSession()
    }
  }

  /** Remembers the session that this request began, until its client is told. */
  begin(session: LiveSession): void {
    this.begun = session
  }

  /** To be called with what is sent: a session whose id is not in it is one that nobody will ever use. */
  answered(returned: unknown): Promise<void> | undefined {
    return this.begun && this.endUnknown(this.begun, returned)
  }

  private async endUnknown(begun: LiveSession, returned: unknown): Promise<void> {
    const id = returned instanceof Response ? returned.headers.get('mcp-session-id') : this.event.node.res.getHeader('mcp-session-id')
    if (id !== begun.id) {
      await this.host.ending.end(begun).catch(error => log.error('A session could not be ended:', error))
    }
  }

  /** Makes the end of the request wait for the handlers of its POST, until the returned function is called. */
  waitForHandlers(): () => void {
    this.isAnswering = true
    return () => {
      this.isAnswering = false
      this.endIfOver()
    }
  }

  /** To be called when middleware has returned, with or without an answer. */
  finish(): void {
    this.isReturned = true
    this.endIfOver()
  }

  private endIfOver(): void {
    if (!this.isReturned || this.isAnswering || this.isOver) {
      return
    }
    this.isOver = true
    this.release()
    if (this.isInvalidated) {
      void this.endSession()
    }
  }

  private async lookUp(): Promise<void> {
    const { id, candidate } = this
    const { host, route } = this.options
    if (id === undefined || !isSessionId(id)) {
      return
    }
    try {
      const record = await host.lookUp(id, candidate)
      if (record?.route === route && !candidate) {
        this.record = record
        const current = () => this.candidate
        this.values = {
          id,
          get ended() { return current()?.ended ?? false },
          get removed() { return current()?.removed ?? false },
          writes: 0,
        }
      }
    }
    catch (error) {
      this.release()
      throw error
    }
  }

  private async endSession(): Promise<void> {
    try {
      const { session } = this
      if (session) {
        await this.host.ending.end(session)
      }
      else if (this.storedSession && this.id !== undefined) {
        await this.host.ending.endStored(this.id)
      }
    }
    catch (error) {
      log.error('A session could not be ended:', error)
    }
  }
}

/** The request of an event; `undefined` outside of endpoints with sessions. */
export function sessionRequestOf(event: H3Event): SessionRequest | undefined {
  return requests.get(event)
}
