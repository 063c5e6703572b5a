import type { ListKind } from './live-definitions'

/** Something changed that clients may have read. */
export type Change
  /** The content of a resource; its URI in the normal form of the URL parser. */
  = | { type: 'resource-updated', href: string }
  /** What a list has in it: of one handler, or of every endpoint. */
    | { type: 'list-changed', list: ListKind, handler?: string }

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
