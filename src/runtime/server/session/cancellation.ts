// The SDK takes the id 0 for no id at all, and never cancels that request. The transport keeps a signal of its own for
// it, under the `requestInfo` that the SDK hands through to handlers.
const controllers = new WeakMap<object, AbortController>()

/** Makes the request with the id 0 of this POST one that can be cancelled. */
export function enableCancellation(requestInfo: object): void {
  controllers.set(requestInfo, new AbortController())
}

/** Cancels the request with the id 0 of this POST. */
export function cancelRequestZero(requestInfo: object): void {
  controllers.get(requestInfo)?.abort()
}

/** The signal of the request with the id 0; `undefined` for POSTs without one. */
export function signalOfRequestZero(requestInfo: object | undefined): AbortSignal | undefined {
  return requestInfo && controllers.get(requestInfo)?.signal
}
