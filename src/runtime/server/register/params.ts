import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { InitializeRequestSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_PARAMS, RpcError } from '../../shared/json-rpc'

interface Issue {
  message: string
  path: PropertyKey[]
}

interface RequestSchema<P> {
  readonly shape: {
    readonly params: {
      safeParse: (value: unknown) => { success: true, data: P } | { success: false, error: { issues: Issue[] } }
    }
  }
}

/**
 * The request's parameters, checked against the protocol's schema.
 *
 * @throws {RpcError} `-32602`, naming the first parameter that is wrong
 */
export function assertParams<P>(schema: RequestSchema<P>, request: JSONRPCRequest): P {
  // The rest of the request has been checked when it was read.
  const parsed = schema.shape.params.safeParse(request.params)
  if (parsed.success) {
    return parsed.data
  }
  const [issue] = parsed.error.issues
  throw new RpcError(INVALID_PARAMS, `Invalid params for ${request.method}${issue ? `: ${issue.message} at ${['params', ...issue.path].join('.')}` : ''}`)
}

/** The methods that the SDK's server answers itself, and would answer with a dump of validation issues. */
const ANSWERED_BY_SDK = new Map<string, RequestSchema<unknown>>([
  ['initialize', InitializeRequestSchema],
  ['logging/setLevel', SetLevelRequestSchema],
])

/** The error to answer a request with before the SDK's server sees it, if its parameters are wrong. */
export function invalidParams(request: JSONRPCRequest): RpcError | undefined {
  const schema = ANSWERED_BY_SDK.get(request.method)
  if (!schema) {
    return undefined
  }
  try {
    assertParams(schema, request)
    return undefined
  }
  catch (error) {
    if (error instanceof RpcError) {
      return error
    }
    throw error
  }
}
