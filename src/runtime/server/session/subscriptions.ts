/** Most resources that one session can subscribe to: a template has URIs without end. */
const MOST_SUBSCRIPTIONS = 1000

/** What the client changed. */
export type SubscriptionChange = { kind: 'subscribed', href: string, uri: string } | { kind: 'unsubscribed', href: string }

/** The resources whose changes a session wants to hear of. */
export class ResourceSubscriptions {
  private readonly uris = new Map<string, string>()

  /** @param onChange told what the client changes, so that other processes learn of it */
  constructor(private readonly onChange?: (change: SubscriptionChange) => void) {}

  /**
   * Adds a resource; false when there are too many already.
   *
   * @param href the URI in the normal form of the URL parser
   * @param written as the client spells it, which is what it will recognise
   */
  add(href: string, written: string): boolean {
    const change: SubscriptionChange = { kind: 'subscribed', href, uri: written }
    if (!this.apply(change)) {
      return false
    }
    this.onChange?.(change)
    return true
  }

  remove(href: string): void {
    const change: SubscriptionChange = { kind: 'unsubscribed', href }
    this.apply(change)
    this.onChange?.(change)
  }

  /** Takes over what the client changed in another process; false when there are too many already. */
  apply(change: SubscriptionChange): boolean {
    if (change.kind === 'unsubscribed') {
      this.uris.delete(change.href)
      return true
    }
    if (this.uris.size >= MOST_SUBSCRIPTIONS && !this.uris.has(change.href)) {
      return false
    }
    this.uris.set(change.href, change.uri)
    return true
  }

  /** The client's spelling of a URI that it subscribed to; `undefined` for any other. */
  spellingOf(href: string): string | undefined {
    return this.uris.get(href)
  }

  all(): [href: string, uri: string][] {
    return [...this.uris]
  }
}
