import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type H3Event, createApp, createRouter, defineEventHandler, setResponseHeader, toNodeListener, toWebHandler } from 'h3'
import { afterAll, describe, expect, it } from 'vitest'
import { type HttpAnswer, jsonAnswer, rpcErrorAnswer, sendAnswer, sendResponse, toResponse } from '../../../../../src/runtime/server/http/answer'

describe('rpcErrorAnswer', () => {
  it('belongs to no request', () => {
    const { status, headers, body } = rpcErrorAnswer(403, -32600, 'Origin not allowed', { headers: { vary: 'Origin' } })
    expect(status).toBe(403)
    expect(headers).toEqual({ 'content-type': 'application/json', 'vary': 'Origin' })
    expect(body).toBe('{"jsonrpc":"2.0","error":{"code":-32600,"message":"Origin not allowed"},"id":null}')
  })

  it('keeps data that JSON can carry, and the error where it cannot', () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(JSON.parse(String(rpcErrorAnswer(400, -32600, 'm', { data: { a: 1 } }).body)).error).toEqual({ code: -32600, message: 'm', data: { a: 1 } })
    expect(JSON.parse(String(rpcErrorAnswer(400, -32600, 'm', { data: circular }).body)).error).toEqual({ code: -32600, message: 'm' })
  })
})

const bytes = (text: string) => new TextEncoder().encode(text)

describe('sendAnswer', () => {
  const stops: (() => void)[] = []
  afterAll(() => stops.forEach(stop => stop()))

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    stops.push(() => server.close())
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  // As Nitro serves routes: what a handler leaves undefined becomes null.
  const appOf = (handler: (event: H3Event) => unknown) => createApp().use(createRouter({ preemptive: true }).use('/**', defineEventHandler(handler)))

  const BODIES: [string, HttpAnswer['body']][] = [
    ['text', '{"a":"é"}'],
    ['bytes', bytes('{"a":"é"}')],
    ['parts', [bytes('{"a":'), bytes('"é"'), bytes('}')]],
  ]

  it.each(BODIES)('sends %s with its size', async (_, body) => {
    for (const isObserved of [false, true]) {
      const answer = await fetch(await serve(toNodeListener(appOf(event => sendAnswer(event, { ...jsonAnswer(''), status: 203, body }, isObserved)))))
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-length'), await answer.text()]).toEqual([203, 'application/json', '10', '{"a":"é"}'])
    }
  })

  it.each(BODIES)('sends %s where there is no connection', async (_, body) => {
    for (const isObserved of [false, true]) {
      const handle = toWebHandler(appOf(event => sendAnswer(event, { ...jsonAnswer(''), body }, isObserved)))
      const answer = await handle(new Request('http://localhost/'))
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'application/json', '{"a":"é"}'])
    }
  })

  it.each(BODIES)('sends %s in the way that the application has chosen', async (_, body) => {
    for (const [name, value] of [['transfer-encoding', 'chunked'], ['trailer', 'x-sum'], ['content-length', '3']] as const) {
      const answer = await fetch(await serve(toNodeListener(appOf((event) => {
        setResponseHeader(event, name, value)
        return sendAnswer(event, { ...jsonAnswer(''), body }, false)
      }))))
      expect([answer.status, await answer.text()], name).toEqual([200, '{"a":"é"}'])
    }
  })

  it('gives the right size to what has none', async () => {
    const stream = new Blob(['data: 1\n\n']).stream()
    for (const [answered, text] of [[{ status: 200, body: stream }, 'data: 1\n\n'], [{ status: 202 }, '']] as const) {
      const answer = await fetch(await serve(toNodeListener(appOf((event) => {
        setResponseHeader(event, 'content-length', 3)
        return sendAnswer(event, answered, false)
      }))))
      expect([answer.status, await answer.text()]).toEqual([answered.status, text])
    }
  })

  it.each([[undefined], [3]])('says that there is no body, whatever size was set (%s)', async (size) => {
    const empty = { status: 202 }
    for (const sendEmpty of [(event: H3Event) => sendAnswer(event, empty, false), (event: H3Event) => sendResponse(event, toResponse(empty), empty, false)]) {
      const answer = await fetch(await serve(toNodeListener(appOf((event) => {
        if (size !== undefined) setResponseHeader(event, 'content-length', size)
        return sendEmpty(event)
      }))))
      expect([answer.status, answer.headers.get('content-length'), answer.headers.get('transfer-encoding')]).toEqual([202, '0', null])
    }
  })

  it.each(BODIES)('leaves %s to those who answer with a copy of the response', async (_, body) => {
    const app = appOf(event => sendAnswer(event, { ...jsonAnswer(''), body }, false))
    // Nitro's cache hands such copies to handlers.
    const url = await serve((request, response) => {
      const listen = toNodeListener(app)
      return listen(request, new Proxy(response, {
        get: (target, key) => {
          const value: unknown = key === 'headersSent' ? target.writableEnded : Reflect.get(target, key)
          return key === 'writeHead' ? () => target : typeof value === 'function' ? value.bind(target) : value
        },
        set: (target, key, value) => Reflect.set(target, key, value),
      }))
    })
    expect(await (await fetch(url)).text()).toBe('{"a":"é"}')
  })
})
