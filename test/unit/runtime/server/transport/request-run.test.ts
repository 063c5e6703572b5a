import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type JSONRPCMessage, type JSONRPCRequest, McpError } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { log } from '../../../../../src/runtime/server/observability/log'
import type { SdkExtra } from '../../../../../src/runtime/server/session/exchange'
import { type RequestAnswerer, RequestRun } from '../../../../../src/runtime/server/transport/request-run'
import { createAnswerer, createPosted } from './answerer'

const request: JSONRPCRequest = { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { _meta: { progressToken: 'p' } } }
const headers = { a: 'b' }
const closeSSEStream = () => {}

function start(answer: RequestAnswerer['answer'], answerer = createAnswerer(answer)) {
  const sent: JSONRPCMessage[] = []
  const run = new RequestRun(answerer, request, createPosted(headers), { sessionId: 's', closers: { closeSSEStream }, respond: response => void sent.push(response) })
  run.start()
  return { run, sent }
}

function extraOf(sdk?: RequestAnswerer['sdk']) {
  let extra: SdkExtra | undefined
  const answerer = createAnswerer((_, given) => {
    extra = given
    return {}
  }, sdk)
  return { ...start(answerer.answer, answerer), extra }
}

const settled = () => new Promise(resolve => setTimeout(resolve))

describe('RequestRun', () => {
  it('answers at once what need not be waited for', () => {
    expect(start(() => ({ a: 1 })).sent).toEqual([{ jsonrpc: '2.0', id: 0, result: { a: 1 } }])
    expect(start(() => {
      throw new McpError(-32602, 'wrong', { field: 'a' })
    }).sent).toEqual([{ jsonrpc: '2.0', id: 0, error: { code: -32602, message: 'MCP error -32602: wrong', data: { field: 'a' } } }])
  })

  it.each([
    ['an error', new Error('gone'), { code: -32603, message: 'gone' }],
    ['a code that is no integer', Object.assign(new Error('gone'), { code: 'E' }), { code: -32603, message: 'gone' }],
    ['nothing', undefined, { code: -32603, message: 'Internal error' }],
    ['text', 'gone', { code: -32603, message: 'Internal error' }],
  ])('answers what failed later: %s', async (_label, thrown, error) => {
    const { sent } = start(() => Promise.reject(thrown))
    await settled()
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 0, error }])
  })

  it('answers when its response cannot be sent', () => {
    vi.spyOn(log, 'error').mockReturnValueOnce(undefined)
    const sent: JSONRPCMessage[] = []
    new RequestRun(createAnswerer(() => ({})), request, createPosted(), {
      sessionId: undefined,
      respond: (response) => {
        if ('result' in response) {
          throw new Error('No')
        }
        sent.push(response)
      },
    }).start()
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 0, error: { code: -32603, message: 'Internal error' } }])
  })

  it.each(['result', 'error'])('answers nothing once it was aborted: %s', async (kind) => {
    const { run, sent } = start(() => settled().then(() => kind === 'result' ? {} : Promise.reject(new Error('late'))))
    run.abort('enough')
    await settled()
    await settled()
    expect([run.isAborted, run.signal.reason, sent]).toEqual([true, 'enough', []])
  })
})

describe('what handlers get', () => {
  it('has the fields of the SDK\'s server, also in copies', () => {
    const { run, extra } = extraOf()
    expect(extra).toMatchObject({ requestId: 0, sessionId: 's', requestInfo: { headers }, _meta: { progressToken: 'p' }, closeSSEStream })
    const copy = { ...extra }
    expect([extra?.signal, copy.signal]).toEqual([run.signal, run.signal])
    expect(Reflect.ownKeys(copy).sort()).toEqual(['_meta', 'authInfo', 'closeSSEStream', 'closeStandaloneSSEStream', 'requestId', 'requestInfo', 'sendNotification', 'sendRequest', 'sessionId', 'signal', 'taskId'])
    expect(Object.create(extra ?? {})).toHaveProperty('signal', run.signal)
    run.abort()
    expect(copy.signal?.aborted).toBe(true)
  })

  it('may be given another signal', () => {
    const { extra } = extraOf()
    const { signal } = new AbortController()
    expect(Object.assign(extra ?? {}, { signal })).toHaveProperty('signal', signal)
    expect(extra?.signal).toBe(signal)
  })

  it('speaks through the SDK\'s server until the request is aborted', async () => {
    const sent: unknown[] = []
    const transport: Transport = {
      start: async () => {},
      close: async () => {},
      send: async (message, options) => {
        sent.push([message, options?.relatedRequestId])
        if ('method' in message && 'id' in message) {
          transport.onmessage?.({ jsonrpc: '2.0', id: message.id, result: { roots: [] } })
        }
      },
    }
    const sdk: RequestAnswerer['sdk'] = new Server({ name: 's', version: '1' }, { capabilities: { logging: {} } })
    await sdk.connect(transport)
    const { run, extra } = extraOf(sdk)
    await extra?.sendNotification({ method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } })
    expect(await extra?.sendRequest({ method: 'roots/list' }, z.object({ roots: z.array(z.string()) }))).toEqual({ roots: [] })
    run.abort()
    await extra?.sendNotification({ method: 'notifications/progress', params: { progressToken: 'p', progress: 2 } })
    await expect(extra?.sendRequest({ method: 'roots/list' }, z.object({}))).rejects.toThrow('Request was cancelled')
    expect(sent).toEqual([
      [{ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }, 0],
      [{ jsonrpc: '2.0', id: 0, method: 'roots/list' }, 0],
    ])
  })
})
