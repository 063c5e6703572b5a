import type { JSONRPCRequest, MessageExtraInfo, RequestId, Result } from '@modelcontextprotocol/sdk/types.js'
import type { H3Event } from 'h3'
import { ErrorCode, McpError, RELATED_TASK_META_KEY } from '@modelcontextprotocol/sdk/types.js'
import { INTERNAL_ERROR } from '../../shared/json-rpc'
import type { HttpRequestInfo, PostedRequest } from '../http/request-info'
import { log } from '../observability/log'
import type { SdkExtra, SdkServer } from '../session/exchange'
import type { ResponseMessage } from './messages'

/**
 * Answers requests for definitions without the SDK's server, which would cost a request more than everything else. The
 * SDK's server does the rest, and is made only where there is something for it to do.
 */
export interface RequestAnswerer {
  /** The SDK's server, connected to the same transport. Made when it is first asked for. */
  readonly sdk: SdkServer
  /** Makes that server now, so that the transport can hand it a message. */
  connectSdk: () => void
  /** Whether it answers requests with this method; all others are for the SDK's server. */
  answers: (method: string) => boolean
  answer: (request: JSONRPCRequest, extra: SdkExtra, event: H3Event) => Result | Promise<Result>
}

/** What handlers do to the streams of their session. */
export type StreamClosers = Pick<MessageExtraInfo, 'closeSSEStream' | 'closeStandaloneSSEStream'>

/** Where a request came from, and its response goes. */
export interface RequestOrigin {
  readonly sessionId: string | undefined
  readonly closers?: StreamClosers
  /** Takes the response. Not called once the request was aborted. */
  respond: (response: ResponseMessage) => void
}

/** One request of the client while it is being answered. */
export class RequestRun {
  private controller: AbortController | undefined

  constructor(
    private readonly answerer: RequestAnswerer,
    private readonly request: JSONRPCRequest,
    private readonly posted: PostedRequest,
    private readonly origin: RequestOrigin,
  ) {}

  get id(): RequestId {
    return this.request.id
  }

  /** Aborts with the request. Made when it is first asked for: few handlers look at it, and it is dear. */
  get signal(): AbortSignal {
    return (this.controller ??= new AbortController()).signal
  }

  get requestInfo(): HttpRequestInfo {
    return this.posted.info
  }

  get isAborted(): boolean {
    return this.controller?.signal.aborted === true
  }

  /** Aborts the signal. Nothing is answered any more. */
  abort(reason?: unknown): void {
    this.controller ??= new AbortController()
    this.controller.abort(reason)
  }

  /** Has the request answered: before this returns, if there is nothing to wait for. */
  start(): void {
    const { answerer, request, posted } = this
    try {
      const answering = answerer.answer(request, this.createExtra(), posted.event)
      if (answering instanceof Promise) {
        answering.then(result => this.succeed(result), error => this.fail(error))
      }
      else {
        this.succeed(answering)
      }
    }
    catch (error) {
      this.fail(error)
    }
  }

  /** What handlers learn about their request, and how they reach its client: the fields that the SDK's server gives them. */
  private createExtra(): SdkExtra {
    const { answerer, request: { id, params }, posted: { authInfo }, origin: { sessionId, closers } } = this
    const _meta = params?._meta
    const fields: Omit<SdkExtra, 'signal' | 'requestInfo'> = {
      sessionId,
      _meta,
      sendNotification: async (notification) => {
        if (!this.isAborted) {
          await answerer.sdk.notification(notification, related(id))
        }
      },
      sendRequest: async (asked, resultSchema, options) => {
        if (this.isAborted) {
          throw new McpError(ErrorCode.ConnectionClosed, 'Request was cancelled')
        }
        return answerer.sdk.request(asked, resultSchema, { ...options, ...related(id) })
      },
      authInfo,
      requestId: id,
      taskId: _meta?.[RELATED_TASK_META_KEY]?.taskId,
      closeSSEStream: closers?.closeSSEStream,
      closeStandaloneSSEStream: closers?.closeStandaloneSSEStream,
    }
    // Out of sight for those who print or copy it.
    Object.defineProperty(fields, RUN, { value: this })
    Object.defineProperty(fields, 'signal', SIGNAL)
    Object.defineProperty(fields, 'requestInfo', REQUEST_INFO)
    // The two accessors complete it.
    return fields as typeof fields & Pick<SdkExtra, 'signal' | 'requestInfo'>
  }

  private succeed(result: Result): void {
    this.respond({ jsonrpc: '2.0', id: this.id, result })
  }

  private fail(error: unknown): void {
    this.respond({ jsonrpc: '2.0', id: this.id, error: toErrorObject(error) })
  }

  private respond(response: ResponseMessage): void {
    if (this.isAborted) {
      return
    }
    const { request, origin } = this
    try {
      origin.respond(response)
    }
    catch (error) {
      log.error(`The answer to \`${request.method}\` could not be sent:`, error)
      origin.respond({ jsonrpc: '2.0', id: request.id, error: { code: INTERNAL_ERROR, message: 'Internal error' } })
    }
  }
}

// As the SDK's server words it.
function toErrorObject(error: unknown): { code: number, message: string, data?: unknown } {
  const { code, message, data }: { code?: unknown, message?: unknown, data?: unknown } = typeof error === 'object' && error !== null ? error : {}
  return {
    code: typeof code === 'number' && Number.isSafeInteger(code) ? code : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : 'Internal error',
    ...(data === undefined ? {} : { data }),
  }
}

const RUN = Symbol('run')

interface OfRun {
  [RUN]: RequestRun
}

// What few handlers look at, and is dear to make. One accessor serves all requests: with its own, each object would get a
// shape of its own, and be slow. Copies of the object have the values themselves.
function lazyField(key: string, make: (run: RequestRun) => unknown): PropertyDescriptor & ThisType<OfRun> {
  return {
    configurable: true,
    enumerable: true,
    get() {
      return make(this[RUN])
    },
    set(value: unknown) {
      Object.defineProperty(this, key, { configurable: true, enumerable: true, writable: true, value })
    },
  }
}

const SIGNAL = lazyField('signal', run => run.signal)
const REQUEST_INFO = lazyField('requestInfo', run => run.requestInfo)

function related(id: RequestId): { relatedRequestId: RequestId } {
  return { relatedRequestId: id }
}

/** What the SDK's server passes on to its own handlers. */
export function toMessageExtra({ info, authInfo }: PostedRequest, closers?: StreamClosers): MessageExtraInfo {
  return { requestInfo: info, ...(authInfo && { authInfo }), ...closers }
}
