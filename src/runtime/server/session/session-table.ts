import type { LiveSession } from './live-session'

/** How often idle sessions are looked for, at most and at least, in milliseconds. */
const SLOWEST_SWEEP = 60_000
const FASTEST_SWEEP = 1000
/** Milliseconds that a client has to come back in before its place may go to another, when there is no other. */
const UNCONFIRMED_DURATION = 60_000

export interface SessionTableOptions {
  maxSessions: number
  /** Idle time in milliseconds after which a session ends. */
  maxDuration: number
  /** Ends a session that has expired. It is out of the table by then. */
  onExpired: (session: LiveSession) => void
  /** Called now and then with the sessions that are left. */
  onSweep?: (sessions: Iterable<LiveSession>) => void
}

/** A place in the table that nobody else can take. */
export interface Reservation {
  fill: (session: LiveSession) => void
  /** Gives the place back. Does nothing once it is filled. */
  release: () => void
}

/** The sessions of this process. */
export class SessionTable {
  private readonly sessions = new Map<string, LiveSession>()
  private reserved = 0
  private readonly timer: ReturnType<typeof setInterval>

  /** To be made outside of requests: the timer would keep the one that it began in. */
  constructor(private readonly options: SessionTableOptions) {
    const period = Math.min(SLOWEST_SWEEP, Math.max(FASTEST_SWEEP, options.maxDuration / 2))
    this.timer = setInterval(() => this.sweep(), period)
    // A server that is otherwise done may end.
    this.timer.unref?.()
  }

  /** Sessions, and places that wait for one. */
  get size(): number {
    return this.sessions.size + this.reserved
  }

  all(): LiveSession[] {
    return [...this.sessions.values()]
  }

  /**
   * A place for a new session; `undefined` when there is none even without the expired ones, and those whose clients
   * never came back: anybody can begin sessions, and should not keep others out for as long as real ones last.
   */
  reserve(): Reservation | undefined {
    if (this.size >= this.options.maxSessions) {
      this.evict(session => session.isIdleLongerThan(this.options.maxDuration) || (!session.isConfirmed && session.isIdleLongerThan(UNCONFIRMED_DURATION)))
    }
    if (this.size >= this.options.maxSessions) {
      return undefined
    }
    this.reserved++
    let open = true
    const leave = () => {
      const wasOpen = open
      this.reserved -= Number(open)
      open = false
      return wasOpen
    }
    return {
      fill: (session) => {
        if (leave()) {
          this.sessions.set(session.id, session)
        }
      },
      release: leave,
    }
  }

  /** A session that has not expired. Its age counts at the moment of the call, not of the last sweep. */
  find(id: string): LiveSession | undefined {
    const session = this.sessions.get(id)
    if (session?.isIdleLongerThan(this.options.maxDuration)) {
      this.expire(session)
      return undefined
    }
    return session
  }

  /** Takes a session out; false when it was not in. */
  remove(session: LiveSession): boolean {
    return this.sessions.get(session.id) === session && this.sessions.delete(session.id)
  }

  /** Stops looking for idle sessions. */
  close(): void {
    clearInterval(this.timer)
  }

  private evict(isOver: (session: LiveSession) => boolean): void {
    for (const session of this.all().filter(isOver)) {
      this.expire(session)
    }
  }

  private expire(session: LiveSession): void {
    if (this.remove(session)) {
      this.options.onExpired(session)
    }
  }

  private sweep(): void {
    this.evict(session => session.isIdleLongerThan(this.options.maxDuration))
    this.options.onSweep?.(this.sessions.values())
  }
}
