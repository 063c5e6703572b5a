import { strict as assert } from 'node:assert'

/** Ids have one length, so that equal answers differ in known bytes only. */
const FIRST_ID = 100_000_000

/**
 * Makes the requests of one kind to one server, and checks each of their answers.
 *
 * The first answer is parsed and verified. Those after it have to be the same bytes with their own id, which costs
 * the load generator next to nothing; an answer that is not is parsed and compared in full before it is refused.
 */
export class CheckedRequest {
  #nextId = FIRST_ID
  #head
  #tail
  #verify
  /** The first answer: its result, its bytes and where its id stands in them. */
  #first

  /** @param {import('./requests.mjs').BenchRequest} request */
  constructor({ method, params, verify }) {
    const [head, tail] = JSON.stringify({ jsonrpc: '2.0', id: FIRST_ID, method, params }).split(String(FIRST_ID))
    this.#head = head
    this.#tail = tail
    this.#verify = verify
  }

  /** @returns {{ id: number, body: string }} the next request, which has an id of its own */
  next() {
    const id = this.#nextId++
    return { id, body: this.#head + id + this.#tail }
  }

  /**
   * @param {number} id
   * @param {import('./connection.mjs').Answer} answer
   * @throws {Error} when this is not the answer to that request
   */
  check(id, answer) {
    if (answer.status === 200 && this.#first && this.#isSame(id, answer.chunks)) {
      return
    }
    assert.equal(answer.status, 200, describeAnswer(answer))
    const message = parseAnswer(answer.chunks)
    assert.equal(message.id, id, `Not the answer to ${id}: ${describeAnswer(answer)}`)
    assert.ok(message.result, describeAnswer(answer))
    if (this.#first) {
      assert.deepEqual(message.result, this.#first.result)
      return
    }
    this.#verify(message.result)
    const bytes = Buffer.concat(answer.chunks)
    this.#first = { result: message.result, bytes, idAt: bytes.lastIndexOf(String(id)) }
  }

  #isSame(id, chunks) {
    const { bytes, idAt } = this.#first
    bytes.write(String(id), idAt, 'latin1')
    let position = 0
    for (const chunk of chunks) {
      const end = position + chunk.length
      if (end > bytes.length || bytes.compare(chunk, 0, chunk.length, position, end) !== 0) {
        return false
      }
      position = end
    }
    return position === bytes.length
  }
}

/**
 * The message of a JSON answer, or of an event stream that holds one message.
 *
 * @param {Buffer[]} chunks
 */
export function parseAnswer(chunks) {
  const text = Buffer.concat(chunks).toString()
  if (text.startsWith('{')) {
    return JSON.parse(text)
  }
  const lines = text.split('\n').filter(line => line.startsWith('data: {'))
  assert.equal(lines.length, 1, `Neither JSON nor one event: ${text.slice(0, 500)}`)
  return JSON.parse(lines[0].slice('data: '.length))
}

/** @param {import('./connection.mjs').Answer} answer */
export function describeAnswer({ status, chunks }) {
  return `Status ${status}: ${Buffer.concat(chunks).toString().slice(0, 500)}`
}
