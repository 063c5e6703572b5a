declare module 'h3' {
  interface H3EventContext {
    /** Set on the admin endpoint when the caller has sent its token. */
    isAdmin?: boolean
  }
}

// `/mcp/admin` serves what is in this folder. Nobody is refused with 401, which clients take as an invitation to sign
// in with OAuth; guards decide what the caller sees.
export default defineMcpHandler({
  description: 'Maintenance of the team\'s todo lists.',
  instructions: 'Everything here changes many todos at once. Tell the user what you are about to do, and wait for a yes.',
  middleware: (event) => {
    event.context.isAdmin = hasBearerToken(event, useRuntimeConfig(event).adminToken)
  },
})
