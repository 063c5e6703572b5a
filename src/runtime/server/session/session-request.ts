import type { H3Event } from 'h3'
import { log } from '../observability/log'
import type { SessionHost } from './host'
import type { LiveSession } from './live-session'
import { isSessionId, readSessionId } from './session-id'

export interface SessionRequestOptions {
  host: SessionHost
  /** Route of the endpoint that was asked. */
  route: string
  /** Names whom the request is made for. */
  subjectOf: ((event: H3Event) => string | undefined) | undefined
}

// Kept beside the event instead of on it: `event.context` belongs to the application.
const requests = new WeakMap<H3Event, SessionRequest>()

/** One HTTP request to an endpoint with sessions, from before its middleware until it is over. */
export class SessionRequest {
  /** The id that the client sent, in lower case; `undefined` without one. */
  readonly id: string | undefined
  private readonly candidate: LiveSession | undefined
  private readonly release: () => void
  private posted: Promise<void> | undefined
  private isInvalidated = false
  private isOver = false

  constructor(private readonly event: H3Event, private readonly options: SessionRequestOptions) {
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

  /** Whether the session is to end with this request. */
  get invalidated(): boolean {
    return this.isInvalidated
  }

  /** Ends the session as soon as this request has been answered. */
  invalidate(): void {
    this.isInvalidated = true
    if (this.isOver) {
      void this.endSession()
    }
  }

  /** Makes the end of the request wait for the handlers of its POST. */
  waitFor(posted: Promise<void>): void {
    this.posted = posted
  }

  /** To be called when middleware has returned, with or without an answer. */
  async finish(): Promise<void> {
    await this.posted
    this.isOver = true
    this.release()
    if (this.isInvalidated) {
      await this.endSession()
    }
  }

  private async endSession(): Promise<void> {
    try {
      const { session } = this
      if (session) {
        await this.host.end(session)
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
