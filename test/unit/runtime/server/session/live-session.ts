import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { vi } from 'vitest'
import { LiveSession, type SessionParts, type SessionWire } from '../../../../../src/runtime/server/session/live-session'
import { ResourceSubscriptions } from '../../../../../src/runtime/server/session/subscriptions'

/** A session without a client. */
export function createLiveSession(parts: Partial<SessionParts> = {}): LiveSession & { wire: SessionWire } {
  const wire: SessionWire = {
    post: vi.fn(),
    listen: vi.fn(),
    closeStandalone: vi.fn(),
    close: vi.fn(async () => {}),
    copies: { listener: undefined, isListening: false, moveTo: vi.fn(async () => {}), receive: vi.fn(), answer: vi.fn(), cancel: vi.fn(), repeat: vi.fn(async () => {}) },
  }
  const unused = () => {
    throw new Error('Not part of this test')
  }
  const sdk = new Server({ name: 'test', version: '1' })
  const server = {
    sdk,
    get mcp() { return unused() },
    get live() { return unused() },
  }
  const session = new LiveSession({
    id: crypto.randomUUID(), route: '/mcp', handler: undefined, subject: undefined, server,
    subscriptions: new ResourceSubscriptions(), wire, events: undefined, ...parts,
  })
  return Object.assign(session, { wire })
}
