import { type Change, changeHub } from './change-hub'
import { sessionHost } from './host'

/** Tells all clients that asked to know of a change: those of every process where there is a bus, else of this one. */
export async function publishChange(change: Change): Promise<void> {
  const host = sessionHost()
  // What goes over the bus comes back to this process too.
  await (host ? host.publishChange(change) : changeHub.publish(change))
}
