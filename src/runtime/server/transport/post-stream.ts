import type { StreamConnection } from '../session/live-session'
import type { MessageStream } from './post-exchange'
import type { SessionStream } from './session-stream'
import type { SessionStreams } from './session-streams'

/** The stream that the answer to a POST of a session may become. */
export class PostStream {
  private opened: SessionStream | undefined
  private isGone = false

  constructor(private readonly streams: SessionStreams, private readonly connection: StreamConnection) {}

  open(): MessageStream {
    const { stream, message } = this.streams.open(this.connection)
    this.opened = stream
    if (this.isGone) {
      stream.disconnect()
    }
    return message
  }

  /** Forgets the connection, because the client left it or is to come back. */
  disconnect(): void {
    this.isGone = true
    this.opened?.disconnect()
  }
}
