import { once } from 'node:events'
import { type IncomingMessage, createServer, request } from 'node:http'

export interface RoundRobin {
  origin: string
  /** Sends requests to these ports from now on, in turns. */
  use: (ports: readonly number[]) => void
  close: () => Promise<void>
}

/** A reverse proxy that gives each request to the next server. */
export async function startRoundRobin(given: readonly number[]): Promise<RoundRobin> {
  let ports = given
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const port = ports[turn++ % ports.length]
    const upstream = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers, agent: false }, (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    upstream.on('error', () => outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    use: (next) => {
      ports = next
      turn = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
