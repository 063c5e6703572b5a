import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent, readRawBody } from 'h3'
import { describe, expect, it } from 'vitest'
import { BodyTooLargeError, drainBody, readLimitedBody } from '../../../../../src/runtime/server/http/body'
import { ClientGoneError } from '../../../../../src/runtime/server/http/disconnect'

function post(headers: Record<string, string> = {}) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'POST', url: '/mcp', headers })
  return { request, event: createEvent(request, new ServerResponse(request)) }
}

describe('readLimitedBody', () => {
  it('reads the body, and leaves it for h3 (transport-sessions R25)', async () => {
    const { request, event } = post()
    request.push('{"a":')
    request.push('"é"}')
    request.push(null)
    expect(await readLimitedBody(event, 100)).toBe('{"a":"é"}')
    expect(await readRawBody(event)).toBe('{"a":"é"}')
  })

  it('refuses by the announced size, without reading', async () => {
    await expect(readLimitedBody(post({ 'content-length': '101' }).event, 100)).rejects.toBeInstanceOf(BodyTooLargeError)
  })

  it('counts what arrives when no size is announced', async () => {
    const { request, event } = post()
    request.push('x'.repeat(101))
    await expect(readLimitedBody(event, 100)).rejects.toThrow('Request body must not exceed 100 bytes')
  })

  it.each([
    ['breaks off', (request: IncomingMessage) => request.destroy(new Error('aborted'))],
    ['closes', (request: IncomingMessage) => request.destroy()],
  ])('tells a client that %s from a failure', async (_label, leave) => {
    const { request, event } = post({ 'content-length': '10' })
    const body = readLimitedBody(event, 100)
    request.push('x')
    leave(request)
    await expect(body).rejects.toBeInstanceOf(ClientGoneError)
  })
})

// Express with `express.json()` in front of Nitro's `node` preset
it('reads what a body-parsing server made of the body, and leaves it for h3', async () => {
  for (const body of [{ a: 'é' }, [{ a: 'é' }, { b: 1 }]]) {
    const { request, event } = post()
    Object.assign(request, { body })
    expect(await readLimitedBody(event, 100)).toBe(JSON.stringify(body))
    expect(await readRawBody(event)).toBe(JSON.stringify(body))
    const large = post()
    Object.assign(large.request, { body })
    await expect(readLimitedBody(large.event, 5)).rejects.toBeInstanceOf(BodyTooLargeError)
  }
})

describe('drainBody', () => {
  it('ends with the body, with the client, or when far too much comes', async () => {
    const ended = post()
    const untilEnd = drainBody(ended.event, 100)
    ended.request.push('x')
    ended.request.push(null)
    await untilEnd
    const gone = post()
    const untilGone = drainBody(gone.event, 100)
    gone.request.destroy()
    await untilGone
    const endless = post()
    const untilMuch = drainBody(endless.event, 100)
    endless.request.push('x'.repeat(201))
    await untilMuch
    await drainBody(post({ 'content-length': '1000' }).event, 100)
  })
})
