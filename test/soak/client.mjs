import { request as httpRequest } from 'node:http'
import { MCP_HEADERS, exchange, parseEvents } from '../fuzz/http.mjs'

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo: { name: 'soak', version: '1' } }
/** An answer that takes longer, in milliseconds, hangs. */
const HANG = 5000

/** One client of the load, with a session or without. */
export class Client {
  nextId = 1

  constructor(server, agent, tally) {
    Object.assign(this, { server, agent, tally })
  }

  get headers() {
    return { ...MCP_HEADERS, ...(this.session ? { 'mcp-session-id': this.session, 'mcp-protocol-version': '2025-11-25' } : {}) }
  }

  async initialize() {
    const reply = await this.post({ jsonrpc: '2.0', id: this.nextId++, method: 'initialize', params: INITIALIZE })
    this.session = reply.headers['mcp-session-id']
    this.expect(reply.status === 200, `initialize answered ${reply.status}`)
    await this.notify('notifications/initialized')
  }

  post(message) {
    this.tally.requests++
    return this.timed(exchange(this.server, { agent: this.agent, headers: this.headers, body: typeof message === 'string' ? message : JSON.stringify(message), timeout: HANG }))
  }

  async notify(method, params) {
    const { status } = await this.post({ jsonrpc: '2.0', method, params })
    this.expect(status === 202, `${method} answered ${status}`)
  }

  /** A request whose answer has to contain the text. */
  async rpc(method, params, text) {
    const id = this.nextId++
    const reply = await this.post({ jsonrpc: '2.0', id, method, params })
    const answer = messagesOf(reply).find(message => message.id === id)
    this.expect(reply.status === 200 && JSON.stringify(answer)?.includes(text), `${method} answered ${reply.status} ${reply.text.slice(0, 200)}`)
  }

  call(name, args, text) {
    return this.rpc('tools/call', { name, arguments: args }, text)
  }

  /** Ends the session. One that is gone already answers 404. */
  async end(allowed = [200]) {
    this.tally.requests++
    const { status } = await exchange(this.server, { agent: this.agent, method: 'DELETE', headers: this.headers, timeout: HANG })
    this.expect(allowed.includes(status), `DELETE answered ${status}`)
  }

  /** Opens a stream: a POST, or a GET without a message. It is over when the server ends it or `leave` is called. */
  open(message, { lastId } = {}) {
    this.tally.requests++
    const body = message && JSON.stringify(message)
    const request = httpRequest({
      host: '127.0.0.1',
      port: this.server.port,
      path: '/mcp',
      agent: false,
      method: message ? 'POST' : 'GET',
      headers: { ...this.headers, accept: 'application/json, text/event-stream', ...(lastId ? { 'last-event-id': lastId } : {}), ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
    })
    const stream = { text: '', status: undefined, leave: () => request.destroy() }
    stream.ended = new Promise((resolve) => {
      request.on('error', resolve)
      request.on('response', (response) => {
        stream.status = response.statusCode
        response.setEncoding('utf8').on('data', (text) => {
          stream.text += text
        })
        response.on('error', resolve)
        response.on('close', resolve)
      })
    })
    request.end(body)
    return stream
  }

  /** Sends a part of a body, and is gone. */
  async breakOff(milliseconds) {
    this.tally.requests++
    const request = httpRequest({ host: '127.0.0.1', port: this.server.port, path: '/mcp', agent: false, method: 'POST', headers: { ...this.headers, 'content-length': 1000 } })
    const gone = new Promise(resolve => request.on('error', resolve).on('close', resolve))
    request.write('{"jsonrpc":"2.0","id":1,')
    await pause(milliseconds)
    request.destroy()
    await gone
  }

  expect(holds, problem) {
    if (!holds) this.tally.problems.push(problem)
  }

  async timed(reply) {
    const answer = await reply
    this.tally.slowest = Math.max(this.tally.slowest, answer.ms)
    return answer
  }
}

export function messagesOf({ headers, text }) {
  return headers['content-type'] === 'text/event-stream' ? parseEvents(text).messages.map(data => JSON.parse(data)) : text ? [JSON.parse(text)].flat() : []
}

export function pause(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** Waits until a stream has so much text, is over, or a second has passed. */
export async function untilText(stream, length = 1) {
  for (let waited = 0; waited < 1000 && stream.text.length < length; waited += 10) {
    await Promise.race([stream.ended, pause(10)])
  }
}
