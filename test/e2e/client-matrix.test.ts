import { describe, expect, it } from 'vitest'
import type { ClientAdapter } from '../helpers/clients/adapter'
import type { ClientAnswers } from '../helpers/clients/answers'
import { connectSdk1 } from '../helpers/clients/sdk-1'
import { connectSdk2 } from '../helpers/clients/sdk-2'
import { useServer } from '../helpers/server'
import { CASES, USER } from './client-matrix.cases'

// protocol-2026-07-28.md: both eras on the same URL, with the same definitions and the same public API. Every official
// client runs the same cases on the same server.

const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

interface MatrixClient {
  name: string
  version: typeof MODERN | typeof LEGACY
  connect: (url: string, answers?: ClientAnswers) => Promise<ClientAdapter>
}

const CLIENTS: MatrixClient[] = [
  { name: 'SDK 1.32', version: LEGACY, connect: connectSdk1 },
  { name: 'client 2.4, legacy', version: LEGACY, connect: (url, answers) => connectSdk2('legacy', url, answers) },
  { name: 'client 2.4, auto', version: MODERN, connect: (url, answers) => connectSdk2('auto', url, answers) },
  { name: 'client 2.4, pinned to 2026-07-28', version: MODERN, connect: (url, answers) => connectSdk2({ pin: MODERN }, url, answers) },
]

const server = useServer('sessions', { path: '/mcp/matrix' })

describe.each(CLIENTS)('$name', ({ version, connect }) => {
  const open = (answers?: ClientAnswers) => connect(server.url, answers)

  for (const { name, answers, run } of CASES) {
    it(name, async () => run(await open(answers), server))
  }

  it('agrees on the revision', async () => {
    expect((await open()).protocolVersion).toBe(version)
  })

  // protocol-2026-07-28.md, Results: clients of the earlier era are told nothing of it, and ask again.
  it('keeps a resource as long as it is good, where the protocol knows that', async () => {
    const client = await open()
    expect([await client.read('matrix://kept'), await client.read('matrix://kept')]).toEqual(['Kept', 'Kept'])
    const reads = client.requests.filter(({ message }) => message?.method === 'resources/read')
    expect(reads).toHaveLength(version === LEGACY ? 2 : 1)
  })

  // The era on the wire: sessions and `initialize`, or metadata with every request and no session at all.
  it('speaks its era, and no other', async () => {
    const client = await open(USER)
    await client.tools()
    await client.call('choose-size')
    const messages = client.requests.flatMap(({ method, headers, message }) => method === 'POST' && message?.method ? [{ headers, message }] : [])
    const said = messages.map(({ message }) => message.method)
    if (version === LEGACY) {
      expect(said.slice(0, 2)).toEqual(['initialize', 'notifications/initialized'])
      expect(said).not.toContain('server/discover')
      expect(messages.slice(1).every(({ headers }) => headers.has('mcp-session-id') && headers.get('mcp-protocol-version') === LEGACY)).toBe(true)
      expect(messages.some(({ message }) => message.params?._meta?.[VERSION_KEY])).toBe(false)
      return
    }
    expect(said).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/call'])
    expect(client.requests.every(({ method, headers }) => method === 'POST' && !headers.has('mcp-session-id'))).toBe(true)
    for (const { headers, message } of messages) {
      expect(message.params?._meta?.[VERSION_KEY]).toBe(MODERN)
      expect({ version: headers.get('mcp-protocol-version'), method: headers.get('mcp-method') }).toEqual({ version: MODERN, method: message.method })
    }
  })
})

// The eras differ in one error: a tool that is not there is a protocol error in 2026-07-28.
describe('a tool that is not there', () => {
  it.each(CLIENTS)('is refused: $name', async ({ version, connect }) => {
    const client = await connect(server.url)
    if (version === LEGACY) {
      expect(await client.call('nothing')).toMatchObject({ isError: true, text: expect.stringContaining('nothing') })
      return
    }
    await expect(client.call('nothing')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('nothing') })
  })
})

// protocol-2026-07-28.md: with `mcp.protocol: 'legacy'` a client that knows both eras has to be able to fall back.
describe('mcp.protocol', () => {
  const legacy = useServer('sessions', { path: '/mcp/matrix', env: { NUXT_MCP_PROTOCOL: 'legacy' } })
  const modern = useServer('sessions', { path: '/mcp/matrix', env: { NUXT_MCP_PROTOCOL: 'modern' } })

  it.each(CLIENTS.slice(0, 3))('legacy: $name speaks it', async ({ connect }) => {
    const client = await connect(legacy.url, USER)
    expect(client.protocolVersion).toBe(LEGACY)
    expect(await client.call('order')).toMatchObject({ isError: false, text: expect.stringContaining('Main Street') })
  })

  it('legacy: a client that insists on 2026-07-28 is not served', async () => {
    await expect(connectSdk2({ pin: MODERN }, legacy.url)).rejects.toThrow(MODERN)
  })

  it.each(CLIENTS.slice(2))('modern: $name speaks it', async ({ connect }) => {
    const client = await connect(modern.url, USER)
    expect(client.protocolVersion).toBe(MODERN)
    expect(await client.call('order')).toMatchObject({ isError: false, text: expect.stringContaining('Main Street') })
  })

  it.each(CLIENTS.slice(0, 2))('modern: $name is told what is supported', async ({ connect }) => {
    await expect(connect(modern.url)).rejects.toThrow(MODERN)
  })
})
