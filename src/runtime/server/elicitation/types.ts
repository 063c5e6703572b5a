import type { Serialize, Simplify } from 'nitropack/types'
import type { McpSchema, SchemaOutput, ZodRawShape } from '../define/schema'

/** How the user is asked: with a form in the client, or on a page that the client opens. */
export type ElicitationMode = 'form' | 'url'

/** How long an answer is waited for. */
export interface ElicitationTimeout {
  /**
   * Milliseconds; `Infinity` waits as long as the request lasts. Clients of protocol version 2026-07-28 and later do
   * not keep the request waiting: they have ten minutes to come back. @default 300000 (five minutes)
   */
  timeout?: number
}

/** How a question is asked. */
export interface ElicitationOptions extends ElicitationTimeout {
  /**
   * Names the question among those of its request. Clients of protocol version 2026-07-28 and later have the handler
   * run again with their answer, and a question without a name is known by its text: one whose text changes with every
   * run needs one.
   */
  key?: string
}

/** A form. */
export interface ElicitationFormParams<Schema extends McpSchema = ZodRawShape> extends ElicitationOptions {
  /** What the user is asked, and why. */
  message: string
  /**
   * Zod raw shape of the fields. Each is a string, number, integer, boolean, a choice of strings, or an array of such
   * a choice.
   *
   * @example { size: z.enum(['S', 'L']), gift: z.boolean().default(false) }
   */
  schema: Schema
}

/** What became of a form. `content` is what the schema parsed: defaults filled, transforms applied. */
export type ElicitationFormResult<Schema extends McpSchema = ZodRawShape>
  = | { action: 'accept', content: SchemaOutput<Schema> }
    | { action: 'decline' | 'cancel', content?: undefined }

/** A page to open. */
export interface ElicitationUrlParams extends ElicitationOptions {
  /** What the user is asked to do there, and why. */
  message: string
  /** Absolute `http:` or `https:` URL. Put no secrets in it. */
  url: string | URL
  /** Unique on this server. Give one when the page has to know it. @default a random UUID */
  elicitationId?: string
}

/** What became of a page: `accept` means that the user agreed to open it, not that they are done there. */
export interface ElicitationUrlResult {
  action: 'accept' | 'decline' | 'cancel'
  /** For `complete()`, once the user is done. Clients of protocol version 2026-07-28 and later do not know it. */
  elicitationId: string
}

/**
 * What JSON makes of a value: a `Date` is a string, what has no JSON form is `never`.
 *
 * @see https://nitro.build/guide/fetch
 */
export type McpOnceResult<T> = unknown extends T ? T : T extends void | undefined ? undefined : Simplify<Serialize<T>>

/**
 * Asks the user for something while a request is being handled.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export interface McpElicitation {
  /**
   * Whether the client can be asked this way. False for clients of protocol versions before 2026-07-28 that are served
   * without sessions, and in definitions with `cache`. @default 'form'
   */
  supports: (mode?: ElicitationMode) => boolean
  /**
   * Shows a form.
   *
   * @throws {McpElicitationError} `unsupported`, `invalid-schema`, `invalid-response`, `timeout` or `aborted`
   * @throws {McpInputRequiredError} on the way to the client, for protocol version 2026-07-28 and later
   * @throws the SDK's `McpError` when the client answers with a JSON-RPC error
   */
  form: <const Schema extends McpSchema>(params: ElicitationFormParams<Schema>) => Promise<ElicitationFormResult<Schema>>
  /**
   * Asks the user to open a page.
   *
   * @throws {McpElicitationError} `unsupported`, `invalid-url`, `invalid-response`, `timeout` or `aborted`
   * @throws {McpInputRequiredError} as `form()`
   * @throws the SDK's `McpError` when the client answers with a JSON-RPC error
   */
  url: (params: ElicitationUrlParams) => Promise<ElicitationUrlResult>
  /**
   * Asks a yes-or-no question. True only when the user accepts and confirms.
   *
   * @throws {McpElicitationError} as `form()`
   */
  confirm: (message: string, options?: ElicitationOptions) => Promise<boolean>
  /**
   * Tells the client that the user is done on a page (`notifications/elicitation/complete`). May be kept and called
   * after the handler has returned, for example by the route that the page leads to. Does nothing for clients of
   * protocol version 2026-07-28 and later, which repeat their request instead.
   *
   * @param elicitationId from the result of `url()`
   * @throws {McpElicitationError} `unsupported`
   */
  complete: (elicitationId: string) => Promise<void>
  /**
   * Does work that must not be done again when the handler runs again with the client's answers. For clients of
   * protocol version 2026-07-28 and later its result travels with the client, encrypted, and is returned by later runs;
   * for others the work is just done.
   *
   * @param key names the work among that of its request
   * @param work must not ask the client; it may wait for a question that was asked before
   * @returns what JSON makes of the result, in the first run too
   * @throws {TypeError} when the result has no JSON form
   * @throws {Error} when the work asks the client
   * @throws {Error} when the key is used twice
   * @example
   * const order = await elicit.once('order', () => createOrder(items))
   * if (!await elicit.confirm(`Pay ${order.total}?`)) return 'Not paid.'
   */
  once: <T>(key: string, work: () => T | Promise<T>) => Promise<McpOnceResult<Awaited<T>>>
}
