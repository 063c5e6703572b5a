/** A question of the server, as a client got it. */
export interface ClientQuestion {
  method: string
  params: Record<string, unknown>
}

// Types and no interfaces: the clients' own types have index signatures, which an interface does not fit.
export type ElicitationAnswer = { action: 'accept' | 'decline' | 'cancel', content?: Record<string, string | number | boolean> }
type ModelAnswer = { model: string, role: 'assistant', content: { type: 'text', text: string } }
type RootsAnswer = { roots: { uri: string }[] }
type DeclaredCapabilities = { elicitation?: { form: Record<string, never>, url: Record<string, never> }, sampling?: Record<string, never>, roots?: Record<string, never> }

/** What the user and the model of a client say. A client does not declare what it has no answers for. */
export interface ClientAnswers {
  /** Answers forms and pages by their message. */
  elicit?: (message: string) => ElicitationAnswer
  /** Text of the model. */
  sample?: string
  /** URIs. */
  roots?: string[]
}

/** Answers for a client's request handlers, with a record of what was asked. */
export interface AnswerDesk {
  capabilities: DeclaredCapabilities
  questions: ClientQuestion[]
  elicit?: (params: { message: string }) => ElicitationAnswer
  sample?: (params: object) => ModelAnswer
  roots?: () => RootsAnswer
}

export function openAnswerDesk({ elicit, sample, roots }: ClientAnswers): AnswerDesk {
  const questions: ClientQuestion[] = []
  const record = (method: string, params: object) => void questions.push({ method, params: { ...params } })
  return {
    questions,
    capabilities: {
      ...(elicit && { elicitation: { form: {}, url: {} } }),
      ...(sample && { sampling: {} }),
      ...(roots && { roots: {} }),
    },
    elicit: elicit && ((params) => {
      record('elicitation/create', params)
      return elicit(params.message)
    }),
    sample: sample
      ? (params) => {
          record('sampling/createMessage', params)
          return { model: 'test-model', role: 'assistant', content: { type: 'text', text: sample } }
        }
      : undefined,
    roots: roots && (() => {
      record('roots/list', {})
      return { roots: roots.map(uri => ({ uri })) }
    }),
  }
}
