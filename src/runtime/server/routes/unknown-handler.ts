import { defineNitroPlugin } from 'nitropack/runtime'
import config from '#nuxt-mcp-toolkit/config.mjs'
import { answerUnknownHandler } from '../pipeline/unknown-handler'

/**
 * Answers MCP clients that ask for a handler that does not exist. It steps in where the application's page renderer
 * would, after every route of the application has had its chance.
 */
export default defineNitroPlugin((nitroApp) => {
  nitroApp.hooks.hook('render:before', async (context) => {
    const answer = answerUnknownHandler(context.event, config)
    if (answer && await hasHandlers()) {
      context.response = { statusCode: answer.status, headers: { ...answer.headers }, body: answer.body }
    }
  })
})

// Loaded when it is first asked for: pages should not wait for definitions when the server starts.
async function hasHandlers(): Promise<boolean> {
  const { handlers } = await import('#nuxt-mcp-toolkit/handlers.mjs')
  return handlers.length > 0
}
