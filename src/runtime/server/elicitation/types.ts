import type { McpSchema, SchemaOutput, ZodRawShape } from '../define/schema'

/** How the user is asked: with a form in the client, or on a page that the client opens. */
export type ElicitationMode = 'form' | 'url'

/** How long an answer is waited for. */
export interface ElicitationOptions {
  /** Milliseconds; `Infinity` waits as long as the request lasts. @default 300000 (five minutes) */
  timeout?: number
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
  /** For `complete()`, once the user is done. */
  elicitationId: string
}

/**
 * Asks the user for something while a request is being handled.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export interface McpElicitation {
  /** Whether the client can be asked this way. False without sessions. @default 'form' */
  supports: (mode?: ElicitationMode) => boolean
  /**
   * Shows a form.
   *
   * @throws {McpElicitationError} `unsupported`, `invalid-schema`, `invalid-response`, `timeout` or `aborted`
   * @throws the SDK's `McpError` when the client answers with a JSON-RPC error
   */
  form: <const Schema extends McpSchema>(params: ElicitationFormParams<Schema>) => Promise<ElicitationFormResult<Schema>>
  /**
   * Asks the user to open a page.
   *
   * @throws {McpElicitationError} `unsupported`, `invalid-url`, `invalid-response`, `timeout` or `aborted`
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
   * after the handler has returned, for example by the route that the page leads to.
   *
   * @param elicitationId from the result of `url()`
   * @throws {McpElicitationError} `unsupported`
   */
  complete: (elicitationId: string) => Promise<void>
}
