import { type H3Event, defineEventHandler } from 'h3'
import { defineNitroPlugin, useRuntimeConfig } from 'nitropack/runtime'
import { type HttpAnswer, sendAnswer } from '../http/answer'

/**
 * Answers clients that look for OAuth metadata, after every route of the application has had its chance: where its
 * page renderer would, and outside of `app.baseURL`, where nothing of the application is.
 */
export default defineNitroPlugin((nitroApp) => {
  const { baseURL } = useRuntimeConfig().app
  const answer = async (event: H3Event): Promise<HttpAnswer | undefined> => {
    const [path = ''] = (event.node.req.originalUrl ?? event.path).split('?', 1)
    if (!path.includes('/.well-known/')) {
      return undefined
    }
    // Loaded when they are first asked for: pages should not wait for definitions when the server starts.
    const [{ answerWellKnown }, { allEndpoints }] = await Promise.all([import('../pipeline/well-known'), import('../pipeline/select')])
    return answerWellKnown(event, path, baseURL, () => allEndpoints(useRuntimeConfig))
  }
  nitroApp.hooks.hook('render:before', async (context) => {
    const found = await answer(context.event)
    if (found) {
      const body = context.event.method === 'HEAD' ? '' : found.body ?? ''
      context.response = { statusCode: found.status, headers: { ...found.headers }, body }
    }
  })
  if (baseURL !== '/') {
    nitroApp.h3App.use('/.well-known/', defineEventHandler(async (event) => {
      const found = await answer(event)
      return found ? sendAnswer(event, found, true) : undefined
    }))
  }
})
