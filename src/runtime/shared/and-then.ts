/**
 * Goes on with a value: at once when it is there, else as soon as it is. A promise that nobody needs costs a request more
 * than it seems, because `asyncContext` follows each of them.
 */
export function andThen<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Does work that may fail now or later; what it throws becomes what `recover` makes of it. */
export function orElse<T>(work: () => T | Promise<T>, recover: (error: unknown) => T): T | Promise<T> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(recover) : result
  }
  catch (error) {
    return recover(error)
  }
}
