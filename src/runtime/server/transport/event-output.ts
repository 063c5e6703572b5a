type Bytes = Uint8Array<ArrayBuffer>

/** Headers of an answer that is an event stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export interface EventOutputOptions {
  /** Called once, when the stream is over, whoever ended it. */
  onClosed?: () => void
  /** Milliseconds between comments that keep proxies from closing an idle stream. None without. */
  keepAlive?: number
  /** Bytes that wait for the client to read them. */
  backlog?: () => number
}

/** Milliseconds between comments on an idle stream, as in the SDK. */
export const KEEP_ALIVE_INTERVAL = 15_000

/** Most bytes that wait for one client. One that stops reading would otherwise fill the memory. */
const MOST_BACKLOG = 16 * 1024 * 1024

const KEEP_ALIVE = new TextEncoder().encode(': keepalive\n\n')

/** The body of an answer that is an event stream. */
export class EventOutput {
  readonly body: ReadableStream<Bytes>
  private controller: ReadableStreamDefaultController<Bytes> | undefined
  private readonly timer: ReturnType<typeof setInterval> | undefined

  constructor(private readonly options: EventOutputOptions = {}) {
    this.body = new ReadableStream<Bytes>({
      start: (controller) => {
        this.controller = controller
      },
      cancel: () => this.close(() => {}),
    })
    if (options.keepAlive !== undefined) {
      this.timer = setInterval(() => this.write(KEEP_ALIVE), options.keepAlive)
      this.timer.unref?.()
    }
  }

  /** Sends bytes; false when the stream is over. */
  write(bytes: Bytes): boolean {
    if (this.controller && (this.options.backlog?.() ?? 0) > MOST_BACKLOG) {
      this.end()
    }
    this.controller?.enqueue(bytes)
    return this.controller !== undefined
  }

  /** Ends the stream after what was written. */
  end(): void {
    this.close(controller => controller.close())
  }

  private close(finish: (controller: ReadableStreamDefaultController<Bytes>) => void): void {
    const { controller } = this
    if (!controller) {
      return
    }
    this.controller = undefined
    clearInterval(this.timer)
    finish(controller)
    this.options.onClosed?.()
  }
}
