/** A stream that can be ended from outside. */
interface EndableStream {
  end: () => void
}

/** How many streams may be open. */
export interface StreamLimits {
  /** In this process. */
  readonly maxStreams: number
  /** Of one caller. */
  readonly maxStreamsPerCaller: number
}

/** The place of one stream among those that may be open. */
export interface StreamPlace {
  /** Lets the stream be ended with the process. */
  fill: (stream: EndableStream) => void
  /** Gives the place back; more than once does nothing more. */
  release: () => void
}

/** Why there is no place: the process ends, or the process or the caller has too many streams. */
export type NoPlace = 'closing' | 'process' | 'caller'

/** The open `subscriptions/listen` streams of a process. */
export class ListenStreams {
  private readonly open = new Set<EndableStream>()
  private readonly perCaller = new Map<string, number>()
  private total = 0
  private isClosing = false

  /** How many places are taken. */
  get size(): number {
    return this.total
  }

  /**
   * Takes a place, before anything is done that takes time.
   *
   * @param caller whose streams are counted; `undefined` when nobody knows
   */
  reserve(caller: string | undefined, { maxStreams, maxStreamsPerCaller }: StreamLimits): StreamPlace | NoPlace {
    if (this.isClosing) {
      return 'closing'
    }
    if (this.total >= maxStreams) {
      return 'process'
    }
    if (caller !== undefined && this.countOf(caller) >= maxStreamsPerCaller) {
      return 'caller'
    }
    this.count(caller, 1)
    let held: EndableStream | undefined
    let isReleased = false
    return {
      fill: (stream) => {
        if (this.isClosing) {
          stream.end()
        }
        else if (!isReleased) {
          held = stream
          this.open.add(stream)
        }
      },
      release: () => {
        if (!isReleased) {
          isReleased = true
          this.count(caller, -1)
          if (held) {
            this.open.delete(held)
          }
        }
      },
    }
  }

  /** Ends all streams, and lets none begin any more. */
  close(): void {
    this.isClosing = true
    for (const stream of this.open) {
      stream.end()
    }
  }

  private countOf(caller: string): number {
    return this.perCaller.get(caller) ?? 0
  }

  private count(caller: string | undefined, change: number): void {
    this.total += change
    if (caller === undefined) {
      return
    }
    const count = this.countOf(caller) + change
    if (count > 0) {
      this.perCaller.set(caller, count)
    }
    else {
      this.perCaller.delete(caller)
    }
  }
}

/** The streams of this process. */
export const listenStreams = new ListenStreams()
