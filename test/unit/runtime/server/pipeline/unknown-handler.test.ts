import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { describe, expect, it } from 'vitest'
import { answerUnknownHandler } from '../../../../../src/runtime/server/pipeline/unknown-handler'
import type { McpConfig } from '../../../../../src/runtime/types/config'

const config: McpConfig = {
  enabled: true, route: '/mcp', browserRedirect: '/', name: 'n', version: '1', dir: 'mcp', defaultHandlerStrategy: 'orphans',
  protocol: 'dual',
  sessions: { enabled: false, maxDuration: 1, maxSessions: 1, maxParallelRequests: 1, replay: false, retryInterval: 1 }, subscriptions: { enabled: true, maxStreams: 1, maxStreamsPerCaller: 1, maxResources: 1 }, security: {}, maxBodySize: 1, maxBatchSize: 1, requestTimeout: 0, logging: true,
}

describe('answerUnknownHandler (handlers R4, R7, R8)', () => {
  it.each([
    ['POST', '/mcp/nope', undefined],
    ['POST', '/mcp/nope/', undefined],
    ['POST', '/mcp/nope?x=1', undefined],
    ['DELETE', '/mcp/nope', undefined],
    ['GET', '/mcp/nope', 'text/event-stream'],
  ])('answers %s %s (accept %s)', (method, url, accept) => {
    const answer = answerUnknownHandler(event(method, url, accept), config)
    expect(answer?.status).toBe(404)
    expect(JSON.parse(String(answer?.body))).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: 'Unknown MCP handler: nope' }, id: null })
  })

  it.each([
    ['GET', '/mcp/guide', 'text/html'],
    ['GET', '/mcp/guide', '*/*'],
    ['HEAD', '/mcp/guide', undefined],
    ['POST', '/mcp/a/b', undefined],
    ['POST', '/mcp', undefined],
    ['POST', '/mcpx/a', undefined],
    ['POST', '/other', undefined],
  ])('leaves %s %s (accept %s) to the application', (method, url, accept) => {
    expect(answerUnknownHandler(event(method, url, accept), config)).toBeUndefined()
  })
})

function event(method: string, url: string, accept: string | undefined) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method, url, headers: accept === undefined ? {} : { accept } })
  return createEvent(request, new ServerResponse(request))
}
