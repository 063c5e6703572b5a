import { defineNitroPlugin } from 'nitropack/runtime'
import config from '#nuxt-mcp-toolkit/config.mjs'
import { handlers } from '#nuxt-mcp-toolkit/handlers.mjs'
import { answerUnknownHandler } from '../pipeline/unknown-handler'

/**
 * Answers MCP clients that ask for a handler that does not exist. It steps in where the application's page renderer
 * would, after every route of the application has had its chance.
 */
export default defineNitroPlugin((nitroApp) => {
  nitroApp.hooks.hook('render:before', (context) => {
    const answer = handlers.length > 0 ? answerUnknownHandler(context.event, config) : undefined
    if (answer) {
      context.response = { statusCode: answer.status, headers: { ...answer.headers }, body: answer.body }
    }
  })
})
