import { type H3Event, readRawBody } from 'h3'

/**
 * The names of the tools that an MCP request calls, in order, duplicates kept. Takes single messages and batches;
 * anything that is no `tools/call` counts for nothing. Never throws, and leaves the body readable.
 */
export async function extractToolNames(event: H3Event): Promise<string[]> {
  const body = await readJson(event)
  return (Array.isArray(body) ? body : [body]).flatMap((message: unknown) => toolNameOf(message) ?? [])
}

async function readJson(event: H3Event): Promise<unknown> {
  try {
    return JSON.parse(await readRawBody(event) ?? 'null')
  }
  catch {
    // No body, or none that is JSON: nothing is called.
    return null
  }
}

function toolNameOf(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message) || message.method !== 'tools/call' || !('params' in message)) {
    return undefined
  }
  const { params } = message
  return typeof params === 'object' && params !== null && 'name' in params && typeof params.name === 'string' ? params.name : undefined
}
