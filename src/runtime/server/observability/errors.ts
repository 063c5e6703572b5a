/** The server's log was written to, but the request has no evlog logger. Messages to the client need none. */
export class McpObservabilityNotEnabledError extends Error {
  override name = 'McpObservabilityNotEnabledError'

  constructor() {
    super('There is no evlog logger for this request. Install `evlog` and add `evlog/nuxt` to `modules` in the Nuxt configuration; `mcp.logging: false` switches it off for MCP.')
  }
}
