import { AsyncLocalStorage } from 'node:async_hooks'

/** Why the code that is running cannot ask the client, and whether it runs for other callers too. */
interface Silence {
  readonly reason: string
  readonly isShared: boolean
}

// Questions reach the client by many ways, the SDK's own among them, and nothing but the running code tells where they
// come from. The first use makes every `await` of the process a little slower, so this is not for what most requests do.
const silences = new AsyncLocalStorage<Silence>()

/**
 * Runs work that cannot ask the client: every question in it fails at once.
 *
 * @param reason what the error says, as a sentence
 */
export function withoutQuestions<T>(reason: string, work: () => T): T {
  return silences.run({ reason, isShared: silences.getStore()?.isShared ?? false }, work)
}

/**
 * Runs work whose result other callers get too. It asks nobody and tells nobody anything, whoever started it.
 *
 * @param reason what the error of a question says, as a sentence
 */
export function runShared<T>(reason: string, work: () => T): T {
  return silences.run({ reason, isShared: true }, work)
}

/** Whether the result of the code that is running goes to other callers too. */
export function isShared(): boolean {
  return silences.getStore()?.isShared ?? false
}

/** @throws {Error} when the code that is running cannot ask the client */
export function assertMayAsk(): void {
  const silence = silences.getStore()
  if (silence) {
    throw new Error(silence.reason)
  }
}
