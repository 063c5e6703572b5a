/** A body as JSON; `undefined` for text that is none, because JSON has no such value. */
export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
