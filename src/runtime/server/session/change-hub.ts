import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import type { ListKind } from './live-definitions'

/** Something changed that clients may have read. */
export type Change
  /** The content of a resource; its URI in the normal form of the URL parser. */
  = | { type: 'resource-updated', href: string }
  /** What a list has in it: of one handler, or of every endpoint. */
    | { type: 'list-changed', list: ListKind, handler?: string }

/** A client, as far as changes are its business. */
export interface ChangeAudience {
  /** Name of its endpoint's handler; `undefined` for the default endpoint. */
  readonly handler: string | undefined
  readonly hears: (list: ListKind) => boolean
  /** How it spells the URI of a resource that it wants to hear of; `undefined` for any other. */
  readonly spellingOf: (href: string) => string | undefined
}

/** What a client is told of a change; `undefined` when it is none of its business. */
export function toNotification(change: Change, { handler, hears, spellingOf }: ChangeAudience): Notification | undefined {
  if (change.type === 'list-changed') {
    const isMeant = hears(change.list) && (change.handler === undefined || change.handler === handler)
    return isMeant ? { method: `notifications/${change.list}/list_changed` } : undefined
  }
  const uri = spellingOf(change.href)
  return uri === undefined ? undefined : { method: 'notifications/resources/updated', params: { uri } }
}

/** Hands the changes that this process learns of to whoever listens to them. */
export class ChangeHub {
  private readonly listeners = new Set<(change: Change) => void>()

  /** Begins to listen; the returned function ends it. Listeners must not throw. */
  subscribe(listener: (change: Change) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  publish(change: Change): void {
    for (const listener of this.listeners) {
      listener(change)
    }
  }
}

/** The hub of this process. */
export const changeHub = new ChangeHub()
