import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR, INVALID_PARAMS, RpcError } from '../../shared/json-rpc'
import { McpInputRequiredError } from '../elicitation/errors'
import type { InputRequest, InputRounds } from '../elicitation/input-rounds'
import { withinLimit } from '../register/time-limit'
import { digestOf } from './digest'
import { assertInputKind } from './input-kinds'
import type { AskedQuestion, DoneWork, RequestState } from './request-state'

interface ErrorObject {
  code: number
  message: string
  data?: unknown
}

/** What answers a request before its handler does. */
export type RoundOutcome
  = | { inputRequests: Record<string, InputRequest>, requestState: string }
    | { error: ErrorObject }

export interface ModernInputRoundsOptions {
  capabilities: ClientCapabilities
  /** What is known from earlier rounds; `undefined` in the first. */
  state: RequestState | undefined
  /** What the client answered. */
  responses: Readonly<Record<string, unknown>>
  /** @throws {RangeError} when there is too much to keep */
  seal: (state: RequestState) => Promise<string>
  /** Milliseconds that work may take once the client is to be asked; `0` for any time. @default 0 */
  timeLimit?: number
  /** Answers the request, unless its handler has. */
  finish: (outcome: RoundOutcome) => void
}

/** Most rounds of one request. */
const MOST_ROUNDS = 16

/** One run of the handler of a modern request, which may need the client's input. */
export class ModernInputRounds implements InputRounds {
  private readonly questions: Map<string, AskedQuestion>
  private readonly results: Map<string, DoneWork>
  private readonly used = new Set<string>()
  private readonly asked = new Map<string, InputRequest>()
  private readonly working = new Set<Promise<unknown>>()
  private unwound: Promise<never> | undefined
  private unwind: (() => void) | undefined
  private isEnding = false
  private isOver = false

  constructor(private readonly options: ModernInputRoundsOptions) {
    this.questions = new Map(Object.entries(options.state?.questions ?? {}))
    this.results = new Map(Object.entries(options.state?.results ?? {}))
  }

  async ask({ method, params: given = {} }: InputRequest, key?: string): Promise<Record<string, unknown>> {
    const { _meta, elicitationId: _, ...params } = given
    const kind = assertInputKind({ method, params }, this.options.capabilities)
    const question: AskedQuestion = key === undefined ? { digest: digestOf({ method, params: withoutAddress(params) }) } : {}
    const name = key ?? this.findKey(kind.prefix, question)
    this.used.add(name)
    const answer = this.answerTo(name, question)
    if (answer === undefined) {
      return this.gather(name, { method, params }, question)
    }
    const parsed = kind.answerOf(params).safeParse(answer)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      this.end({ error: { code: INVALID_PARAMS, message: `Invalid params: \`inputResponses.${[name, ...issue?.path ?? []].map(String).join('.')}\`: ${issue?.message ?? 'invalid'}` } })
      return this.untilUnwound()
    }
    this.questions.set(name, { ...question, answer })
    return parsed.data
  }

  async once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const done = this.results.get(key)
    if (done) {
      // It was put there under the same key, so the same work made it.
      return done.value as T
    }
    const running = Promise.resolve().then(work).then((value) => {
      this.results.set(key, { value })
      return value
    })
    this.working.add(running)
    try {
      return await running
    }
    finally {
      this.working.delete(running)
    }
  }

  /** Asks the user to open pages, whatever became of them before: a handler ended because of them. */
  requirePages(pages: readonly InputRequest[]): void {
    try {
      for (const page of pages) {
        const { prefix } = assertInputKind(page, this.options.capabilities)
        void this.gather(this.freeKey(prefix), page, { digest: digestOf(page) })
      }
    }
    catch (error) {
      this.end({ error: toErrorObject(error) })
    }
  }

  /** Whether the client is about to be asked, so that what the handler answers goes nowhere. */
  get isAsking(): boolean {
    return this.isEnding && !this.isOver
  }

  /** To be called when the handler has answered: nobody will be asked any more. */
  close(): void {
    this.isOver = true
    this.unwind?.()
  }

  /**
   * The key of an unnamed question: the one under which the very same was asked before, so that no answer is taken for
   * that to another question when a handler asks in another order, or something else.
   */
  private findKey(prefix: string, { digest }: AskedQuestion): string {
    for (const [key, question] of this.questions) {
      if (question.digest === digest && !this.used.has(key)) {
        return key
      }
    }
    return this.freeKey(prefix)
  }

  private freeKey(prefix: string): string {
    let number = 1
    while (this.questions.has(`${prefix}-${number}`) || this.used.has(`${prefix}-${number}`)) {
      number += 1
    }
    return `${prefix}-${number}`
  }

  private answerTo(name: string, { digest }: AskedQuestion): unknown {
    const { state, responses } = this.options
    const known = this.questions.get(name)
    if (known?.answer !== undefined) {
      return known.answer
    }
    // A client may answer a named question before it is asked: it knows the name from somewhere.
    const counts = known !== undefined || (state === undefined && digest === undefined)
    return counts && Object.hasOwn(responses, name) ? responses[name] : undefined
  }

  private gather(name: string, request: InputRequest, question: AskedQuestion): Promise<never> {
    if (this.isEnding) {
      // Asked by a handler that goes on after its question: the next run asks it, if it comes to it.
      return this.untilUnwound()
    }
    this.questions.set(name, question)
    this.asked.set(name, request)
    if (this.asked.size === 1) {
      // What the handler asks in the same turn goes out together.
      setTimeout(() => void this.endRound(), 0)
    }
    return this.untilUnwound()
  }

  private untilUnwound(): Promise<never> {
    if (!this.unwound) {
      this.unwound = new Promise((_, reject) => {
        this.unwind = () => reject(new McpInputRequiredError())
      })
      // A handler need not wait for what it asked.
      this.unwound.catch(() => {})
      if (this.isOver || this.isEnding) {
        this.unwind?.()
      }
    }
    return this.unwound
  }

  private async endRound(): Promise<void> {
    try {
      if (this.working.size > 0 && !this.isOver) {
        await this.finishWork()
      }
      if (!this.isOver) {
        this.end(await this.questionsToClient())
      }
    }
    catch (error) {
      this.end({ error: toErrorObject(error) })
    }
  }

  private finishWork(): Promise<void> {
    // Work may wait for a question of this round, which therefore has to be over first.
    this.isEnding = true
    this.unwind?.()
    return withinLimit(this.options.timeLimit ?? 0, { signal: new AbortController().signal }, async () => {
      // What is to be done once must not be interrupted, or it would be done again.
      while (this.working.size > 0) {
        await Promise.allSettled(this.working)
      }
    })
  }

  private async questionsToClient(): Promise<RoundOutcome> {
    const { state, seal } = this.options
    const round = (state?.round ?? 0) + 1
    if (round > MOST_ROUNDS) {
      return { error: { code: INTERNAL_ERROR, message: `The client was asked for input ${MOST_ROUNDS} times, and more was wanted. Questions whose text changes whenever the handler runs need a \`key\`.` } }
    }
    const inputRequests = Object.fromEntries(this.asked)
    const requestState = await seal({ round, questions: Object.fromEntries(this.questions), results: Object.fromEntries(this.results) })
    return { inputRequests, requestState }
  }

  private end(outcome: RoundOutcome): void {
    if (this.isOver) {
      return
    }
    this.isOver = true
    this.options.finish(outcome)
    this.unwind?.()
  }
}

// A page is known by what the user is asked to do there: its address may carry an id that the handler makes in every run.
function withoutAddress(params: Record<string, unknown>): Record<string, unknown> {
  const { url: _, ...rest } = params
  return params.mode === 'url' ? rest : params
}

function toErrorObject(error: unknown): ErrorObject {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return { code, message, data }
  }
  return { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) }
}
