import { type ClientCapabilities, CreateMessageResultSchema, CreateMessageResultWithToolsSchema, ElicitResultSchema, ListRootsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { declaresElicitation, missingCapability } from '../elicitation/capability'
import type { InputRequest } from '../elicitation/input-rounds'

interface AnswerSchema {
  safeParse: (value: unknown) =>
    | { success: true, data: Record<string, unknown> }
    | { success: false, error: { issues: readonly { message: string, path: PropertyKey[] }[] } }
}

interface InputKind {
  /** What the keys of such questions begin with. */
  readonly prefix: string
  /** What the client has to have declared, as far as it has not. */
  readonly missing: (params: Record<string, unknown>, declared: ClientCapabilities) => ClientCapabilities | undefined
  readonly answerOf: (params: Record<string, unknown>) => AnswerSchema
}

/** What clients can be asked for. */
const KINDS: ReadonlyMap<string, InputKind> = new Map<string, InputKind>([
  ['elicitation/create', {
    prefix: 'elicitation',
    missing: (params, declared) => {
      const mode = params.mode === 'url' ? 'url' : 'form'
      return declaresElicitation(declared, mode) ? undefined : { elicitation: { [mode]: {} } }
    },
    answerOf: () => ElicitResultSchema,
  }],
  ['sampling/createMessage', {
    prefix: 'sampling',
    missing: ({ tools, toolChoice }, { sampling }) => {
      const needsTools = tools !== undefined || toolChoice !== undefined
      return sampling && (!needsTools || sampling.tools) ? undefined : { sampling: needsTools ? { tools: {} } : {} }
    },
    answerOf: ({ tools }) => tools === undefined ? CreateMessageResultSchema : CreateMessageResultWithToolsSchema,
  }],
  ['roots/list', {
    prefix: 'roots',
    missing: (_, { roots }) => roots ? undefined : { roots: {} },
    answerOf: () => ListRootsResultSchema,
  }],
])

/**
 * What kind of question it is.
 *
 * @throws {Error} for what clients cannot be asked
 * @throws {RpcError} `-32021` when this client cannot
 */
export function assertInputKind({ method, params = {} }: InputRequest, declared: ClientCapabilities): InputKind {
  const kind = KINDS.get(method)
  if (!kind) {
    throw new Error(`The server cannot ask the client for \`${method}\`: clients of this protocol version answer ${[...KINDS.keys()].map(name => `\`${name}\``).join(', ')} only.`)
  }
  const missing = kind.missing(params, declared)
  if (missing) {
    throw missingCapability(missing)
  }
  return kind
}
