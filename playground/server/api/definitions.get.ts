/** What the MCP server offers to the caller. */
export default defineEventHandler(event => listMcpDefinitions({ event }))
