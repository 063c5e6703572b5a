import { Agent, request as httpRequest } from 'node:http'

/** What an MCP client sends with every POST. */
export const MCP_HEADERS = { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream' }

/** Connections to one server that are used again. */
export function createAgent(maxSockets) {
  return new Agent({ keepAlive: true, maxSockets })
}

/**
 * Sends one request and reads the whole answer, or its head only.
 *
 * @param {{ port: number }} server
 * @param {{ agent?: Agent, method?: string, path?: string, headers?: object, body?: string, headOnly?: (status: number, headers: object) => boolean, timeout: number }} options
 *   `headOnly` tells from status and headers whether the body never ends; `timeout` in milliseconds
 * @returns {Promise<{ status: number, headers: object, text: string, isOpen: boolean, ms: number }>} fails after `timeout`;
 *   `isOpen`: of this answer only the head was read
 */
export function exchange({ port }, { agent, method = 'POST', path = '/mcp', headers = MCP_HEADERS, body, headOnly, timeout }) {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } })
    const timer = setTimeout(() => request.destroy(new Error(`No answer to ${method} ${path} after ${timeout} ms`)), timeout)
    const settle = (status, answered, text, isOpen = false) => {
      clearTimeout(timer)
      resolve({ status, headers: answered, text, isOpen, ms: performance.now() - begin })
    }
    request.on('error', (error) => {
      clearTimeout(timer)
      // The server may close an idle connection just as it is used again; over a new one that cannot happen.
      if (request.reusedSocket && error.code === 'ECONNRESET') {
        resolve(exchange({ port }, { agent: false, method, path, headers, body, headOnly, timeout }))
        return
      }
      reject(error)
    })
    request.on('response', (response) => {
      const { statusCode, headers: answered } = response
      if (headOnly?.(statusCode, answered)) {
        settle(statusCode, answered, '', true)
        request.destroy()
        return
      }
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => settle(statusCode, answered, text))
      response.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
    })
    request.end(body)
  })
}

/** The events of a stream that have data, and the id of the last event. */
export function parseEvents(text) {
  const frames = text.split('\n\n').filter(Boolean)
  const field = (frame, name) => frame.split('\n').filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).trimStart()).join('\n')
  return {
    messages: frames.map(frame => field(frame, 'data')).filter(Boolean),
    lastId: frames.map(frame => field(frame, 'id')).filter(Boolean).at(-1),
  }
}

/** What is alive in the server, after a collection if asked for. */
export async function readStats(server, { gc } = {}) {
  const { text } = await exchange(server, { method: 'GET', path: gc ? '/stats?gc' : '/stats', headers: {}, timeout: 10_000 })
  return JSON.parse(text)
}
