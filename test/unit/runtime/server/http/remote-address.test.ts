import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { expect, it } from 'vitest'
import { remoteAddress } from '../../../../../src/runtime/server/http/remote-address'

function eventOf(forwarded: string | undefined, address: string | undefined) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return createEvent(request, new ServerResponse(request))
}

it.each([
  ['the socket', undefined, true, '10.0.0.1', '10.0.0.1'],
  ['the socket: nobody vouches for the header', '192.0.2.1', undefined, '10.0.0.1', '10.0.0.1'],
  ['the socket: the header does not count', '192.0.2.1', false, '10.0.0.1', '10.0.0.1'],
  ['what the own proxy added', '203.0.113.9, 192.0.2.1', true, '10.0.0.1', '192.0.2.1'],
  ['the socket: the header is empty', '', true, '10.0.0.1', '10.0.0.1'],
  ['nothing: a Unix socket has no address', undefined, undefined, undefined, undefined],
])('is that of %s', (_label, forwarded, trustProxy, address, expected) => {
  expect(remoteAddress(eventOf(forwarded, address), trustProxy)).toBe(expected)
})
