import { isRecord } from '../results/tool-result'
import type { Change } from './change-hub'
import { isSessionId } from './session-id'
import type { SubscriptionChange } from './subscriptions'

/** A change of what a session remembers of its client's wishes. */
export type SessionChange = SubscriptionChange | { kind: 'level', level: string }

/** What the processes of an application tell each other. */
export type SessionBusMessage
  /** Whoever holds a client that wants to know of it notifies that. */
  = | Change
  /** A session is over: whoever holds it ends it too. */
    | { type: 'session-ended', id: string }
  /**
   * The session's GET stream is open in that process, which is where its messages belong from now on. `resume` is the
   * last event of an earlier GET stream that the client has.
   */
    | { type: 'listening', id: string, instance: string, resume?: { stream: string, number: number } }
  /** To one process: the JSON of a message for the session's GET stream. `waited` when it was kept for want of one. */
    | { type: 'message', id: string, json: string, waited: boolean }
  /** To one process: the JSON of the client's answer to a question of that process. */
    | { type: 'answer', id: string, json: string }
  /** A process has let go of a session, which lives on in others. */
    | { type: 'left', id: string, instance: string }
  /** The client cancels a request that some process is handling; the JSON of its notification. */
    | { type: 'cancelled', id: string, instance: string, json: string }
  /** Something about the session changed in that process, and is to be the same in all. */
    | { type: 'changed', id: string, instance: string, change: SessionChange }

/** Most characters of one message on a bus. */
export const MOST_BUS_CHARACTERS = 8 * 1024 * 1024
const LONGEST_NAME = 300
const LONGEST_URI = 10_000

/** The text of a message. @throws {Error} when it is too long to be sent */
export function serializeBusMessage(message: SessionBusMessage): string {
  const text = JSON.stringify(message)
  if (text.length > MOST_BUS_CHARACTERS) {
    throw new Error(`A \`${message.type}\` message of ${text.length} characters is too long for the session bus.`)
  }
  return text
}

/** Reads what came over a bus, which anybody may write to; `undefined` for what no process of ours would send. */
export function parseBusMessage(text: string): SessionBusMessage | undefined {
  if (text.length > MOST_BUS_CHARACTERS) {
    return undefined
  }
  try {
    return readMessage(JSON.parse(text))
  }
  catch {
    return undefined
  }
}

function readMessage(value: unknown): SessionBusMessage | undefined {
  if (!isRecord(value)) {
    return undefined
  }
  const { type, id, instance, json } = value
  if (type === 'resource-updated') {
    return isText(value.href, LONGEST_URI) ? { type, href: value.href } : undefined
  }
  if (type === 'list-changed') {
    return readListChange(value)
  }
  if (!isText(id, LONGEST_NAME) || !isSessionId(id)) {
    return undefined
  }
  switch (type) {
    case 'session-ended':
      return { type, id }
    case 'message':
      return isText(json) ? { type, id, json, waited: value.waited === true } : undefined
    case 'left':
      return isInstance(instance) ? { type, id, instance } : undefined
    case 'answer':
      return isText(json) ? { type, id, json } : undefined
    case 'cancelled':
      return isText(json) && isInstance(instance) ? { type, id, instance, json } : undefined
    case 'listening': {
      const resume = readResume(value.resume)
      return isInstance(instance) ? { type, id, instance, ...(resume ? { resume } : {}) } : undefined
    }
    case 'changed': {
      const change = readChange(value.change)
      return isInstance(instance) && change ? { type, id, instance, change } : undefined
    }
    default:
      return undefined
  }
}

function readListChange({ list, handler }: Record<string, unknown>): SessionBusMessage | undefined {
  if (list !== 'tools' && list !== 'resources' && list !== 'prompts') {
    return undefined
  }
  if (handler === undefined) {
    return { type: 'list-changed', list }
  }
  return isText(handler, LONGEST_NAME) ? { type: 'list-changed', list, handler } : undefined
}

function readResume(value: unknown): { stream: string, number: number } | undefined {
  return isRecord(value) && isText(value.stream, LONGEST_NAME) && typeof value.number === 'number' && Number.isSafeInteger(value.number)
    ? { stream: value.stream, number: value.number }
    : undefined
}

function readChange(value: unknown): SessionChange | undefined {
  if (!isRecord(value)) {
    return undefined
  }
  const { kind, href, uri, level } = value
  if (kind === 'level') {
    return isText(level, LONGEST_NAME) ? { kind, level } : undefined
  }
  if (!isText(href, LONGEST_URI)) {
    return undefined
  }
  if (kind === 'subscribed') {
    return isText(uri, LONGEST_URI) ? { kind, href, uri } : undefined
  }
  return kind === 'unsubscribed' ? { kind, href } : undefined
}

function isText(value: unknown, longest = MOST_BUS_CHARACTERS): value is string {
  return typeof value === 'string' && value.length <= longest
}

/** Whether it is the name of a process. */
export function isInstance(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-z]{1,36}$/.test(value)
}
