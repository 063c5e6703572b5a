import type { H3Event } from 'h3'

/** Tells how many bytes wait until the client takes them. Runtimes without a Node response do not know. */
export function backlogOf(event: H3Event): () => number {
  return () => event.node.res.writableLength ?? 0
}
