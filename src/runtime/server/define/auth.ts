import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import type { H3Event } from 'h3'

/** What a verified access token says. Handlers receive it as `extra.authInfo`. */
export type McpAuthInfo = AuthInfo

/** What `verify` returns for a token that is valid. The token itself need not be repeated. */
export type McpVerifiedToken = Omit<McpAuthInfo, 'token'> & { token?: string }

/**
 * Declares that an endpoint is an OAuth 2.1 protected resource.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization
 */
export interface McpAuthOptions {
  /**
   * Issuers of the authorization servers whose tokens are accepted.
   * @example ['https://auth.example.com']
   */
  authorizationServers: string[]
  /**
   * Checks a token: its signature or its entry in a database, its issuer, and that it was issued for this endpoint.
   * `null` or `undefined` refuses it; so does an error, which is logged.
   */
  verify: (token: string, event: H3Event) => McpVerifiedToken | null | undefined | Promise<McpVerifiedToken | null | undefined>
  /**
   * Public URL of the endpoint, the audience of its tokens.
   * @default the URL that was requested
   * @example 'https://shop.example.com/mcp'
   */
  resource?: string
  /** Scopes that every request needs. @default [] */
  requiredScopes?: string[]
  /** Scopes that the metadata names: those that a client should ask for at first. @default `requiredScopes` */
  scopesSupported?: string[]
  /** Name of the endpoint in the metadata, for people. @default `serverInfo.name` */
  resourceName?: string
  /** URL of a page for developers, in the metadata. */
  resourceDocumentation?: string
  /** Whether requests without a token are refused. With `false` they are anonymous; a bad token is refused still. @default true */
  required?: boolean
}
