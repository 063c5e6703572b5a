import { CheckedRequest } from './check.mjs'
import { Connection } from './connection.mjs'
import { openSession } from './session.mjs'

const CONNECTIONS = 16

/** One kind of request to one server, over 16 connections that stay open. */
export class Target {
  #connections
  #checked
  #server

  /**
   * @param {object} options
   * @param {import('../servers.mjs').ServerProcess} options.server
   * @param {import('./requests.mjs').BenchRequest} options.request
   * @param {string} [options.path] where to; default: where the server serves MCP
   * @param {boolean} [options.sessions] each connection has a session of its own
   */
  static async open({ server, request, path = server.path, sessions = false }) {
    const connections = Array.from({ length: CONNECTIONS }, () => new Connection(server.origin, path, request.headers))
    if (sessions) {
      await Promise.all(connections.map(async connection => connection.addHeaders(await openSession(connection))))
    }
    return new Target(server, new CheckedRequest(request), connections)
  }

  constructor(server, checked, connections) {
    this.#server = server
    this.#checked = checked
    this.#connections = connections
  }

  /**
   * Sends requests for a while, one at a time on each connection.
   *
   * @param {number} milliseconds
   * @returns {Promise<{ requests: number, perSecond: number, cpu: number }>} `cpu`: microseconds of the server's process per request
   */
  async slice(milliseconds) {
    const before = await this.#server.ask('cpu')
    const began = performance.now()
    const counts = await Promise.all(this.#connections.map(connection => this.#run(connection, began + milliseconds)))
    const elapsed = performance.now() - began
    const used = await this.#server.ask('cpu') - before
    const requests = counts.reduce((sum, count) => sum + count, 0)
    return { requests, perSecond: requests / elapsed * 1000, cpu: used / requests }
  }

  /** Sends one request. Returns its answer. */
  async once() {
    return this.#send(this.#connections[0])
  }

  async close() {
    await Promise.all(this.#connections.map(connection => connection.close()))
  }

  async #run(connection, until) {
    let count = 0
    do {
      await this.#send(connection)
      count++
    } while (performance.now() < until)
    return count
  }

  async #send(connection) {
    const { id, body } = this.#checked.next()
    const answer = await connection.send('POST', body)
    this.#checked.check(id, answer)
    return answer
  }
}
