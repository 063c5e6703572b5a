/** Most resources that one session can subscribe to: a template has URIs without end. */
const MOST_SUBSCRIPTIONS = 1000

/** The resources whose changes a session wants to hear of. */
export class ResourceSubscriptions {
  private readonly uris = new Map<string, string>()

  /**
   * Adds a resource; false when there are too many already.
   *
   * @param href the URI in the normal form of the URL parser
   * @param written as the client spells it, which is what it will recognise
   */
  add(href: string, written: string): boolean {
    if (this.uris.size >= MOST_SUBSCRIPTIONS && !this.uris.has(href)) {
      return false
    }
    this.uris.set(href, written)
    return true
  }

  remove(href: string): void {
    this.uris.delete(href)
  }

  /** The client's spelling of a URI that it subscribed to; `undefined` for any other. */
  spellingOf(href: string): string | undefined {
    return this.uris.get(href)
  }
}
