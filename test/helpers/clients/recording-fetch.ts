export interface RecordedMessage {
  id?: string | number
  method?: string
  params?: { _meta?: Record<string, unknown>, [key: string]: unknown }
  result?: unknown
}

/** One HTTP request of a client, as it left. */
export interface RecordedRequest {
  method: string
  headers: Headers
  /** The JSON of the body. */
  message: RecordedMessage | undefined
}

/** A `fetch` that keeps what it sends. */
export function createRecordingFetch(): { fetch: (url: string | URL, init?: RequestInit) => Promise<Response>, requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = []
  return {
    requests,
    fetch: (url, init = {}) => {
      requests.push({
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        message: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      })
      return fetch(url, init)
    },
  }
}
