/** Computes on the first call and returns the same value from then on. */
export function lazy<T>(compute: () => T): () => T {
  let cell: { value: T } | undefined
  return () => (cell ??= { value: compute() }).value
}
