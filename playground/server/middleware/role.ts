declare module 'h3' {
  interface H3EventContext {
    /** Set when the caller has sent the team lead's token. */
    isLead?: boolean
  }
}

/** Tells who is calling, for API routes and MCP tools alike. */
export default defineEventHandler((event) => {
  event.context.isLead = hasBearerToken(event, useRuntimeConfig(event).leadToken)
})
