import type { Implementation, JSONRPCMessage, Notification, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { LONGEST_TIMER } from '../../shared/timers'
import { type Change, type ChangeHub, toNotification } from '../session/change-hub'
import { EventOutput, KEEP_ALIVE_INTERVAL } from '../transport/event-output'
import { serializeMessage, toEventFrame } from '../transport/serialize'
import { type ListenFilter, toWireFilter } from './listen-filter'
import { SERVER_INFO, SUBSCRIPTION_ID } from './revision'

export interface ListenStreamOptions {
  /** Of the request, and so of the subscription. */
  id: RequestId
  filter: ListenFilter
  /** Name of the handler whose lists are meant; `undefined` for the default endpoint. */
  handler: string | undefined
  serverInfo: Implementation
  hub: ChangeHub
  /** Bytes that wait for the client to read them. */
  backlog: () => number
  /** Milliseconds since 1970 after which the stream is over; `undefined` for never. */
  expiresAt: number | undefined
  /** Whether the caller sees a resource now; absent when that cannot change. */
  isVisible?: (href: string) => Promise<boolean>
  /** Called once, when the stream is over, whoever ended it. */
  onClosed: () => void
}

/** Bytes that wait for a slow reader before what changes is kept here, where it takes no room twice. */
const MOST_WAITING_BYTES = 64 * 1024
const LOOK_AGAIN_MILLISECONDS = 250

/**
 * An open `subscriptions/listen` stream: the acknowledgement, then changes, then the result of the request.
 *
 * A change says that something is to be asked for again, so one message tells of all changes of the same thing that
 * have not been sent yet. That bounds what a burst, or a client that stopped reading, can pile up.
 */
export class ListenStream {
  private readonly output: EventOutput
  private readonly pending = new Map<string, Notification>()
  private readonly unsubscribe: () => void
  private readonly expiry: ReturnType<typeof setTimeout> | undefined
  /** Resources that are looked at before they are told of. */
  private readonly checking = new Set<string>()
  private retry: ReturnType<typeof setTimeout> | undefined
  private isScheduled = false
  private isOver = false

  constructor(private readonly options: ListenStreamOptions) {
    const { filter, hub, expiresAt, backlog } = options
    this.output = new EventOutput({ backlog, keepAlive: KEEP_ALIVE_INTERVAL, onClosed: () => this.release() })
    this.unsubscribe = hub.subscribe(change => this.note(change))
    if (expiresAt !== undefined) {
      this.expiry = setTimeout(() => this.end(), Math.min(expiresAt - Date.now(), LONGEST_TIMER))
      this.expiry.unref?.()
    }
    this.notify({ method: 'notifications/subscriptions/acknowledged', params: { notifications: toWireFilter(filter) } })
  }

  get body(): EventOutput['body'] {
    return this.output.body
  }

  /** Ends the stream with the result of its request, which tells the client that it was meant to end. */
  end(): void {
    const { id, serverInfo } = this.options
    this.sendPending({ isLast: true })
    this.send({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: id, [SERVER_INFO]: serverInfo } } })
    this.close()
  }

  /** Ends the stream without a word, because nobody reads it any more. */
  close(): void {
    this.output.end()
  }

  private note(change: Change): void {
    const { handler, filter: { lists, resources } } = this.options
    const notification = toNotification(change, { handler, hears: list => lists.has(list), spellingOf: href => resources.get(href) })
    if (!notification) {
      return
    }
    this.pending.set(change.type === 'list-changed' ? change.list : change.href, notification)
    this.schedule()
  }

  private schedule(): void {
    if (!this.isScheduled) {
      this.isScheduled = true
      queueMicrotask(() => this.flush())
    }
  }

  private flush(): void {
    if (this.isOver) {
      return
    }
    if (this.options.backlog() > MOST_WAITING_BYTES) {
      this.retry = setTimeout(() => this.flush(), LOOK_AGAIN_MILLISECONDS)
      this.retry.unref?.()
      return
    }
    this.isScheduled = false
    this.sendPending()
  }

  // The end waits for nobody: what would have to be looked at first is left out, and the client reads anew anyway.
  private sendPending({ isLast } = { isLast: false }): void {
    const { filter, isVisible } = this.options
    for (const [key, notification] of this.pending) {
      if (!isVisible || !filter.resources.has(key)) {
        this.pending.delete(key)
        this.notify(notification)
      }
      else if (!isLast && !this.checking.has(key)) {
        this.pending.delete(key)
        void this.sendIfVisible(key, notification, isVisible)
      }
    }
  }

  private async sendIfVisible(href: string, notification: Notification, isVisible: (href: string) => Promise<boolean>): Promise<void> {
    this.checking.add(href)
    const passes = await isVisible(href)
    this.checking.delete(href)
    if (this.isOver) {
      return
    }
    if (passes) {
      this.notify(notification)
    }
    if (this.pending.has(href)) {
      this.schedule()
    }
  }

  private notify({ method, params }: Notification): void {
    this.send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [SUBSCRIPTION_ID]: this.options.id } } })
  }

  private send(message: JSONRPCMessage): void {
    this.output.write(toEventFrame(serializeMessage(message)))
  }

  private release(): void {
    this.isOver = true
    this.unsubscribe()
    this.pending.clear()
    clearTimeout(this.expiry)
    clearTimeout(this.retry)
    this.options.onClosed()
  }
}
