/** Messages that are sent before other work gets its turn. */
const MESSAGES_PER_TURN = 64
/** Bytes that may wait for a slow reader before the sender waits with them. */
const MOST_WAITING_BYTES = 1024 * 1024
const LOOK_AGAIN_MILLISECONDS = 20

export interface PaceOptions {
  /** Bytes that the connection has not taken yet. */
  backlog?: () => number
  /** Whether there is nobody left to wait for. */
  isOver: () => boolean
}

/**
 * Slows a handler that sends many messages down to what the process and its client can take, as long as it waits
 * for its sends: every so many of them other work gets its turn, and a client that reads slowly is waited for.
 */
export class Pace {
  private sent = 0

  constructor(private readonly options: PaceOptions) {}

  async next(): Promise<void> {
    const { backlog = () => 0, isOver } = this.options
    this.sent += 1
    if (this.sent % MESSAGES_PER_TURN === 0) {
      await pause(0)
    }
    while (!isOver() && backlog() > MOST_WAITING_BYTES) {
      await pause(LOOK_AGAIN_MILLISECONDS)
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
