import type { SessionBusMessage } from './bus-message'
import type { LiveSession } from './live-session'
import type { SessionTable } from './session-table'
import { SessionStorageError } from './storage-timeout'
import type { SessionRecord, StoredSessions } from './stored-sessions'

export interface SessionEndingOptions {
  /** Names this process to the others. */
  instance: string
  table: SessionTable
  stored: StoredSessions
  /** Whether the record is of a session that no process has used for long. */
  isExpired: (record: SessionRecord) => boolean
  /** Tells other processes. Never rejects. */
  tell: (message: SessionBusMessage) => Promise<void>
  reportStorage: (error: unknown) => void
}

/** How the sessions of a process end: here, in other processes, and in the storage. */
export class SessionEnding {
  /** Sessions that are over here while the storage does not know it yet. */
  private readonly unended = new Set<string>()

  constructor(private readonly options: SessionEndingOptions) {}

  /** Ends a session: its streams, its handlers, and all that is stored of it. */
  async end(session: LiveSession): Promise<void> {
    if (this.options.table.remove(session)) {
      await this.finish(session)
    }
  }

  /** Ends a session that this process does not have. */
  async endStored(id: string): Promise<void> {
    this.unended.add(id)
    await this.options.tell({ type: 'session-ended', id })
    await this.retry(id)
  }

  /** Ends a session that another process has ended. */
  async endCopy(session: LiveSession): Promise<void> {
    if (this.options.table.remove(session)) {
      session.removed = true
      await closeCopy(session)
      await session.parts.events?.clear()
    }
  }

  /** Ends all sessions of this process. Those that other processes can go on with live on. */
  async endAll(): Promise<void> {
    const { table, stored: { isShared } } = this.options
    const leave = async (session: LiveSession) => table.remove(session) && this.leave(session)
    await Promise.all(table.all().map(session => isShared ? leave(session) : this.end(session)))
  }

  /** Ends a session that nobody has used here for long, or lets go of it when another process has. */
  async expire(session: LiveSession): Promise<void> {
    const { stored, isExpired, reportStorage } = this.options
    try {
      const record = stored.isShared ? await stored.load(session.id) : undefined
      await (record && !isExpired(record) ? this.leave(session) : this.finish(session))
    }
    catch (error) {
      reportStorage(error)
      await this.leave(session)
    }
  }

  /** Does again what failed when the session ended. */
  async retry(id: string): Promise<void> {
    if (this.unended.has(id)) {
      await this.options.stored.remove(id)
      this.unended.delete(id)
    }
  }

  /** Does again what failed when sessions ended. */
  retryAll(): void {
    for (const id of this.unended) {
      this.retry(id).catch(this.options.reportStorage)
    }
  }

  private async finish(session: LiveSession): Promise<void> {
    const { stored, tell, reportStorage } = this.options
    const { id } = session
    session.removed = true
    await closeCopy(session)
    if (stored.isShared) {
      this.unended.add(id)
    }
    try {
      await Promise.all([stored.remove(id), session.parts.events?.clear()])
      this.unended.delete(id)
    }
    catch (error) {
      reportStorage(error)
      if (stored.isShared) {
        throw new SessionStorageError('The session could not be ended in the storage of MCP sessions.', { cause: error })
      }
    }
    finally {
      await tell({ type: 'session-ended', id })
    }
  }

  /** Lets go of a session, and of nothing that is stored of it. */
  private async leave(session: LiveSession): Promise<void> {
    const { tell, instance } = this.options
    await closeCopy(session)
    await session.parts.events?.leave()
    await tell({ type: 'left', id: session.id, instance })
  }
}

async function closeCopy(session: LiveSession): Promise<void> {
  session.ended = true
  await session.parts.wire.close()
}
