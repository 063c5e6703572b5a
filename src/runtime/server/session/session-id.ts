const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A fresh id. Only random: whoever has it reaches the session. */
export function createSessionId(): string {
  return crypto.randomUUID()
}

/** The id in an `mcp-session-id` header in the spelling of the session table; `undefined` without the header. */
export function readSessionId(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).toLowerCase()
}

/** Whether the text has the form of an id that this module gives out. */
export function isSessionId(id: string): boolean {
  return UUID_V4.test(id)
}
