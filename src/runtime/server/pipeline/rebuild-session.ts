import type { H3Event } from 'h3'
import { SESSION_NOT_FOUND } from '../../shared/json-rpc'
import { rpcErrorAnswer } from '../http/answer'
import { onDisconnect } from '../http/disconnect'
import type { LiveSession } from '../session/live-session'
import { applyChange } from '../session/receive'
import type { SessionRequest } from '../session/session-request'
import type { Reservation } from '../session/session-table'
import type { SessionRecord } from '../session/stored-sessions'
import { isRequest } from '../transport/messages'
import { type SessionDeps, createSession } from './create-session'
import type { Endpoint } from './endpoint'
import { RefusedError } from './errors'

/** Seconds after which a client that found no room may ask again. */
const RETRY_AFTER = '60'

/**
 * The session of a request: the one that this process has, or a copy of one that another process began. Guards,
 * functions and hooks see the event of the request that needs the copy.
 *
 * @returns `undefined` when there is no such session, or no more
 * @throws {RefusedError} when there is no room for it
 */
export async function sessionOf(event: H3Event, endpoint: Endpoint, request: SessionRequest, deps: SessionDeps): Promise<LiveSession | undefined> {
  const { session, storedSession: record, id } = request
  if (session || !record || id === undefined) {
    return session
  }
  const { host } = deps
  let isOwn = false
  const rebuilding = host.table.find(id) ?? host.rebuild(id, () => {
    isOwn = true
    return rebuild(event, endpoint, id, record, deps)
  })
  if (isOwn) {
    // A guard that never answers must not keep others from the session.
    onDisconnect(event, () => host.abandonRebuild(id))
  }
  const known = await rebuilding
  if (known && !known.ended) {
    request.adopt(known)
  }
  return request.session
}

async function rebuild(event: H3Event, endpoint: Endpoint, id: string, record: SessionRecord, deps: SessionDeps): Promise<LiveSession | undefined> {
  const { host } = deps
  const { initialize, subject, tools } = record
  assertRoom(host.table.reserve()).release()
  const session = await createSession(event, endpoint, { id, subject, initialize, restored: { toolsHeader: tools } }, deps)
  session.record = record
  const { wire } = session.parts
  if (isRequest(initialize)) {
    // The server learns what the client can do as it did in the other process.
    await wire.copies.repeat({ method: initialize.method, params: initialize.params })
  }
  const other = host.table.find(id)
  if (other) {
    await wire.close()
    return other
  }
  assertRoom(host.table.reserve()).fill(session)
  await takeOver(session, deps)
  return session
}

function assertRoom(place: Reservation | undefined): Reservation {
  if (!place) {
    throw new RefusedError(noRoomAnswer)
  }
  return place
}

// Read when others can already reach the session: what changes from now on is heard.
async function takeOver(session: LiveSession, { host }: SessionDeps): Promise<void> {
  const { id, parts } = session
  try {
    const [record, state, listener] = await Promise.all([host.lookUp(id, session), host.stored.loadState(id), host.stored.loadListener(id)])
    if (!record) {
      await host.ending.endCopy(session)
      return
    }
    parts.wire.copies.listener ??= listener === host.instance ? undefined : listener
    if (state.level !== undefined) {
      await applyChange(session, { kind: 'level', level: state.level })
    }
    for (const [href, uri] of state.subscriptions) {
      parts.subscriptions.apply({ kind: 'subscribed', href, uri })
    }
    host.touch(session)
  }
  catch (error) {
    await host.ending.endCopy(session)
    throw error
  }
}

/** The answer to a client for whose session there is no room. */
export function noRoomAnswer(): ReturnType<typeof rpcErrorAnswer> {
  return rpcErrorAnswer(503, SESSION_NOT_FOUND, 'Server session limit reached', { headers: { 'retry-after': RETRY_AFTER } })
}
