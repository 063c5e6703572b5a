import { type ElicitRequestURLParams, ElicitRequestURLParamsSchema, type JSONRPCErrorResponse } from '@modelcontextprotocol/sdk/types.js'
import * as z4 from 'zod/v4-mini'
import { URL_ELICITATION_REQUIRED } from '../../shared/json-rpc'
import type { InputRequest } from '../elicitation/input-rounds'

const DataSchema = z4.object({ elicitations: z4.array(ElicitRequestURLParamsSchema) })

/**
 * The pages that the user has to open first, where that is what a handler ended with. Earlier revisions have an error
 * for it; since 2026-07-28 it is a question like any other.
 */
export function requiredUrls({ code, data }: JSONRPCErrorResponse['error']): InputRequest[] {
  const parsed = code === URL_ELICITATION_REQUIRED ? DataSchema.safeParse(data) : undefined
  return parsed?.data?.elicitations.map(toQuestion) ?? []
}

function toQuestion({ mode, message, url }: ElicitRequestURLParams): InputRequest {
  return { method: 'elicitation/create', params: { mode, message, url } }
}
