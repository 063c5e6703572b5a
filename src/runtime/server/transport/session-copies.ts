import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { log } from '../observability/log'
import type { SessionCopies, SessionNeighbours, StreamPosition } from '../session/live-session'
import { parseJsonBody } from '../http/json-body'
import { parseMessages } from './messages'
import type { SessionStream } from './session-stream'

type Bytes = Uint8Array<ArrayBuffer>

/** Milliseconds for which other processes may hand over what they kept. */
const HANDOVER_TIME = 5000
/** Most messages that are remembered, so that none is sent twice. */
const MOST_REMEMBERED = 1000
/** Notifications that say nothing new when they are said twice. */
const REPEATABLE = /"method":"notifications\/(?:resources\/updated|(?:tools|prompts|resources)\/list_changed)"/
const LONGEST_REPEATABLE = 20_000

export interface CopyActions {
  answer: (response: JSONRPCMessage) => void
  cancel: (notification: JSONRPCMessage) => void
  repeat: SessionCopies['repeat']
}

/**
 * The GET stream of a session that several processes serve: it is open in one of them, and what the others have for it
 * goes there.
 */
export class StandaloneCopies implements SessionCopies {
  listener: string | undefined
  /** What waits for the GET stream and may wait in other processes too. */
  private waiting: Set<string> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly stream: SessionStream, private readonly neighbours: SessionNeighbours | undefined, private readonly actions: CopyActions) {}

  get isListening(): boolean {
    return this.stream.isConnected
  }

  /** Sends a message to the process with the GET stream; false when there is none, or it is gone. */
  async forward(json: Bytes): Promise<boolean> {
    const { listener, neighbours } = this
    if (listener === undefined || !neighbours) {
      return false
    }
    if (await neighbours.forward(listener, new TextDecoder().decode(json), false)) {
      return true
    }
    if (this.listener === listener) {
      this.listener = undefined
    }
    return false
  }

  /** Sends a message on the GET stream, or keeps it until that opens; false when it is lost. */
  write(json: Bytes): boolean {
    if (this.neighbours && !this.isListening) {
      this.remember(new TextDecoder().decode(json))
    }
    return this.stream.write(json)
  }

  /** The GET stream is open here. */
  announce(resume: StreamPosition | undefined): void {
    this.listener = undefined
    if (!this.neighbours) {
      return
    }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.forget(), HANDOVER_TIME)
    this.timer.unref?.()
    void this.neighbours.announce(resume)
  }

  async moveTo(instance: string, resume: StreamPosition | undefined): Promise<void> {
    this.listener = instance
    this.stream.disconnect()
    this.forget()
    const kept = await this.stream.take(resume?.stream === this.stream.id ? resume.number : undefined)
    for (const json of kept) {
      if (!await this.neighbours?.forward(instance, json, true)) {
        this.write(encoder.encode(json))
      }
    }
  }

  receive(json: string, waited: boolean): void {
    if (!isMessage(json) || (waited && this.waiting?.has(json))) {
      return
    }
    if (waited || !this.isListening) {
      this.remember(json)
    }
    this.stream.write(encoder.encode(json))
  }

  answer(json: string): void {
    this.act(json, this.actions.answer)
  }

  cancel(json: string): void {
    this.act(json, this.actions.cancel)
  }

  repeat(request: { method: string, params?: Record<string, unknown> }): Promise<void> {
    return this.actions.repeat(request)
  }

  close(): void {
    clearTimeout(this.timer)
    this.forget()
  }

  private act(json: string, action: (message: JSONRPCMessage) => void): void {
    const parsed = parseMessages(parseJsonBody(json), 1)
    if (parsed.ok) {
      parsed.messages.forEach(action)
    }
    else {
      log.debug('A message of another process is no JSON-RPC.')
    }
  }

  private remember(json: string): void {
    if (json.length <= LONGEST_REPEATABLE && (this.waiting?.size ?? 0) < MOST_REMEMBERED && REPEATABLE.test(json)) {
      this.waiting = (this.waiting ?? new Set()).add(json)
    }
  }

  private forget(): void {
    this.waiting = undefined
  }
}

// What has line breaks would be more than one line of an event.
function isMessage(json: string): boolean {
  return !/[\r\n]/.test(json) && parseMessages(parseJsonBody(json), 1).ok
}

const encoder = new TextEncoder()
