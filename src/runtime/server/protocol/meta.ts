import { type ClientCapabilities, ClientCapabilitiesSchema, type Implementation, ImplementationSchema, type LoggingLevel, LoggingLevelSchema, type ProgressToken, ProgressTokenSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z4 from 'zod/v4-mini'
import { isRecord } from '../results/tool-result'
import { META } from './revision'

/** What a modern request says about its client. */
export interface RequestMeta {
  readonly protocolVersion: string
  readonly capabilities: ClientCapabilities
  readonly clientInfo: Implementation | undefined
  /** The least level of log messages that the client wants; `undefined` when it wants none. */
  readonly logLevel: LoggingLevel | undefined
  /** Set when the client wants to know of progress. */
  readonly progressToken: ProgressToken | undefined
}

export type MetaOutcome = { ok: true, meta: RequestMeta } | { ok: false, problem: string }

const MetaSchema = z4.object({
  [META.protocolVersion]: z4.string(),
  [META.clientCapabilities]: ClientCapabilitiesSchema,
  [META.clientInfo]: z4.optional(ImplementationSchema),
  [META.logLevel]: z4.optional(LoggingLevelSchema),
  progressToken: z4.optional(ProgressTokenSchema),
})

/** Reads the `_meta` of a request; the problem names the first key that is missing or wrong. */
export function readMeta(params: unknown): MetaOutcome {
  const given: unknown = isRecord(params) ? params._meta : undefined
  const parsed = MetaSchema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const key = ['params', '_meta', ...issue?.path ?? []].map(String).join('.')
    return { ok: false, problem: `\`${key}\`: ${issue?.message ?? 'invalid'}` }
  }
  const { data: meta } = parsed
  return {
    ok: true,
    meta: {
      protocolVersion: meta[META.protocolVersion],
      capabilities: meta[META.clientCapabilities],
      clientInfo: meta[META.clientInfo],
      logLevel: meta[META.logLevel],
      progressToken: meta.progressToken,
    },
  }
}
