import { defineEventHandler } from 'h3'
import { defineNitroPlugin, useRuntimeConfig } from 'nitropack/runtime'
import { sendAnswer } from '../http/answer'
import { allEndpoints } from '../pipeline/select'
import { answerWellKnown } from '../pipeline/well-known'

/**
 * Answers clients that look for OAuth metadata, after every route of the application has had its chance: where its
 * page renderer would, and outside of `app.baseURL`, where nothing of the application is.
 */
export default defineNitroPlugin((nitroApp) => {
  const { baseURL } = useRuntimeConfig().app
  const answer = (event: Parameters<typeof answerWellKnown>[0]) => {
    const [path = ''] = (event.node.req.originalUrl ?? event.path).split('?', 1)
    return answerWellKnown(event, path, baseURL, () => allEndpoints(useRuntimeConfig))
  }
  nitroApp.hooks.hook('render:before', (context) => {
    const found = answer(context.event)
    if (found) {
      const body = context.event.method === 'HEAD' ? '' : found.body ?? ''
      context.response = { statusCode: found.status, headers: { ...found.headers }, body }
    }
  })
  if (baseURL !== '/') {
    nitroApp.h3App.use('/.well-known/', defineEventHandler((event) => {
      const found = answer(event)
      return found ? sendAnswer(event, found) : undefined
    }))
  }
})
