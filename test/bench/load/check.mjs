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
  #next = FIRST_ID
  #head
  #tail
  #first
  #bodyHead
  #bodyTail
  #verify

  /** @param {import('./requests.mjs').BenchRequest} request */
  constructor({ method, params, verify }) {
    const [head, tail] = JSON.stringify({ jsonrpc: '2.0', id: FIRST_ID, method, params }).split(String(FIRST_ID))
    this.#bodyHead = head
    this.#bodyTail = tail
    this.#verify = verify
  }

  /** @returns {{ id: number, body: string }} the next request, which has an id of its own */
  next() {
    const id = this.#next++
    return { id, body: this.#bodyHead + id + this.#bodyTail }
  }

  /**
   * @param {number} id
   * @param {number} status
   * @param {Buffer} body
   * @throws {Error} when this is not the answer to that request
   */
  check(id, status, body) {
    if (status === 200 && this.#isSame(String(id), body)) {
      return
    }
    assert.equal(status, 200, `Status ${status}: ${body.toString().slice(0, 500)}`)
    const message = parseAnswer(body)
    assert.equal(message.id, id, `Not the answer to ${id}: ${body.toString().slice(0, 500)}`)
    if (this.#first) {
      assert.deepEqual(message.result, this.#first)
      return
    }
    assert.ok(message.result, body.toString().slice(0, 500))
    this.#verify(message.result)
    this.#first = message.result
    const at = body.lastIndexOf(String(id))
    this.#head = body.subarray(0, at)
    this.#tail = body.subarray(at + String(id).length)
  }

  #isSame(id, body) {
    const head = this.#head
    const tail = this.#tail
    return head !== undefined
      && body.length === head.length + id.length + tail.length
      && body.compare(head, 0, head.length, 0, head.length) === 0
      && body.latin1Slice(head.length, head.length + id.length) === id
      && body.compare(tail, 0, tail.length, head.length + id.length) === 0
  }
}

/** The message of a JSON answer, or of an event stream that holds one message. */
export function parseAnswer(body) {
  const text = body.toString()
  if (text.startsWith('{')) {
    return JSON.parse(text)
  }
  const lines = text.split('\n').filter(line => line.startsWith('data: {'))
  assert.equal(lines.length, 1, `Neither JSON nor one event: ${text.slice(0, 500)}`)
  return JSON.parse(lines[0].slice('data: '.length))
}
