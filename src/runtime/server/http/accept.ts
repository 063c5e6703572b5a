import Negotiator from 'negotiator'

/** Clients send one of very few Accept headers, so the answers are kept; past this many someone is making them up. */
const MOST_REMEMBERED = 100

/** Which of the types that matter to an endpoint a client accepts. */
export interface Acceptance {
  json: boolean
  stream: boolean
  html: boolean
}

const remembered = new Map<string, Acceptance>()

/** Reads an `Accept` header by the rules of HTTP: wildcards count, `q=0` refuses, an absent header accepts everything. */
export function readAccept(header: string | undefined): Acceptance {
  const accept = header?.trim().toLowerCase() || '*/*'
  const known = remembered.get(accept)
  if (known) {
    return known
  }
  const negotiator = new Negotiator({ headers: { accept } })
  const accepts = (type: string) => negotiator.mediaTypes([type]).length > 0
  const acceptance = {
    json: accepts('application/json'),
    stream: accepts('text/event-stream'),
    // A page is only for those who name it: `*/*` comes from programs.
    html: negotiator.mediaTypes().includes('text/html') && accepts('text/html'),
  }
  if (remembered.size < MOST_REMEMBERED) {
    remembered.set(accept, acceptance)
  }
  return acceptance
}

/** Whether the header names the event-stream type itself, as only MCP clients do. */
export function namesEventStream(header: string | undefined): boolean {
  return header?.toLowerCase().includes('text/event-stream') ?? false
}
