import { useEvent } from 'h3'
import { z } from 'zod'
import { defineMcpTool } from '@nuxtjs/mcp-toolkit/server'

export const registerAgent = defineMcpTool({
  inputSchema: { agentId: z.string() },
  handler: async ({ agentId }) => `${agentId} for ${useEvent().path}`,
})
