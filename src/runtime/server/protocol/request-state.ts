import { defaults, seal, unseal } from 'iron-webcrypto'
import { INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import { isRecord } from '../results/tool-result'
import { digestOf } from './digest'

/** A question that a request led to. */
export interface AskedQuestion {
  /** Digest of what was asked; absent for one that its handler named. */
  readonly digest?: string
  /** The client's answer, once there is one. */
  readonly answer?: unknown
}

/** What work returned; without a value when that was `undefined`. */
export interface DoneWork {
  readonly value?: unknown
}

/** What is known of a request from its earlier rounds. It travels with the client, sealed. */
export interface RequestState {
  /** Rounds so far. */
  readonly round: number
  readonly questions: Readonly<Record<string, AskedQuestion>>
  /** Results of work that is not to be done again. */
  readonly results: Readonly<Record<string, DoneWork>>
}

/** What a state belongs to: with another request, or another caller, it is worth nothing. */
export interface StateOwner {
  readonly route: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly subject: string | undefined
}

/** Ten minutes: a person has to read, decide and type. */
const LIFETIME = 10 * 60 * 1000

/** Most characters of the JSON of a state. */
const MOST_STATE = 256 * 1024

/** Changes when states of earlier releases cannot be read any more. */
const FORMAT = 1

// The library's types are older than those of TypeScript, which tell buffers that threads share from others.
const webCrypto = crypto as Parameters<typeof seal>[0]

const IRON = { ...defaults, ttl: LIFETIME, timestampSkewSec: 0 }

/**
 * Encrypts and signs a state.
 *
 * @throws {RangeError} when it is larger than clients should carry
 * @throws {RpcError} when the owner's arguments are nested too deeply to be told from others
 */
export async function sealState(state: RequestState, owner: StateOwner, secret: string): Promise<string> {
  const size = JSON.stringify(state).length
  if (size > MOST_STATE) {
    throw new RangeError(`What the request keeps between its rounds has ${size} characters; ${MOST_STATE} is the most. Ask for less, or return less from \`once()\`.`)
  }
  return seal(webCrypto, { format: FORMAT, owner: nameOf(owner), state }, secret, IRON)
}

/** The state that was sealed for this owner; `undefined` for every other one, and for what is no state. */
export async function openState(sealed: string, owner: StateOwner, secret: string): Promise<RequestState | undefined> {
  try {
    const opened = await unseal(webCrypto, sealed, secret, IRON)
    return isSealed(opened) && opened.owner === nameOf(owner) ? opened.state : undefined
  }
  catch {
    // Changed, expired, or sealed with another secret: whoever sent it learns no more than that.
    return undefined
  }
}

function nameOf({ route, method, params: { name, uri, arguments: args }, subject }: StateOwner): string {
  try {
    return digestOf({ route, method, name, uri, args: args ?? {}, subject })
  }
  catch (error) {
    // Parsing JSON has no limit of depth, and writing it does.
    throw error instanceof RangeError ? new RpcError(INVALID_PARAMS, 'Invalid params: `arguments` are nested too deeply for a request that asks for input') : error
  }
}

// What has this format was made above: nobody else has the secret.
function isSealed(opened: unknown): opened is { owner: string, state: RequestState } {
  return isRecord(opened) && opened.format === FORMAT
}
