import { Client } from 'undici'

const HEADERS = { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream' }
/** Milliseconds that an answer may take; lists of a thousand tools take seconds on some servers. */
const PATIENCE = 120_000

/**
 * @typedef {object} Answer
 * @property {number} status HTTP status
 * @property {Record<string, string | string[]>} headers by name in lower case
 * @property {Buffer[]} chunks the body, as it arrived
 */

/** One connection that stays open and carries one request at a time. */
export class Connection {
  #client
  #path
  #headers

  /**
   * @param {string} origin
   * @param {string} path
   * @param {Record<string, string>} [headers]
   */
  constructor(origin, path, headers) {
    this.#client = new Client(origin, { pipelining: 1, bodyTimeout: PATIENCE, headersTimeout: PATIENCE })
    this.#path = path
    this.#headers = { ...HEADERS, ...headers }
  }

  /** Sends these headers too from now on. */
  addHeaders(headers) {
    this.#headers = { ...this.#headers, ...headers }
  }

  /**
   * @param {'GET' | 'POST' | 'PUT'} method
   * @param {string} [body]
   * @param {Record<string, string>} [headers] of this request alone
   * @returns {Promise<Answer>} complete
   */
  send(method, body, headers) {
    return new Promise((resolve, reject) => {
      this.#client.dispatch({ method, path: this.#path, headers: headers ? { ...this.#headers, ...headers } : this.#headers, body }, new Collector(resolve, reject))
    })
  }

  close() {
    return this.#client.destroy()
  }
}

// Undici's streams would cost the load generator more than the server under test.
class Collector {
  #chunks = []

  constructor(resolve, reject) {
    this.resolve = resolve
    this.reject = reject
  }

  onRequestStart() {}

  onResponseStart(_controller, status, headers) {
    this.status = status
    this.headers = headers
  }

  onResponseData(_controller, chunk) {
    this.#chunks.push(chunk)
  }

  onResponseEnd() {
    this.resolve({ status: this.status, headers: this.headers, chunks: this.#chunks })
  }

  onResponseError(_controller, error) {
    this.reject(error)
  }
}
