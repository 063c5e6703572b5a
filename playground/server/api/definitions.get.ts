/** What `/mcp` offers to the caller. */
export default defineEventHandler(event => listMcpDefinitions({ event, orphansOnly: true }))
