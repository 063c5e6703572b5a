import { inputShape, outputShape } from './shapes.mjs'

/** The files of a generated app, as text. */

/** Path of the empty app's only route; the other apps have it too. */
export const PING_ROUTE = '/ping'

/** The resource and the prompt that every server of the benchmark offers. */
export const RESOURCE = { name: 'note', uri: 'bench://note', text: 'The text of the resource.' }
export const PROMPT = { name: 'review', field: 'topic' }

/** What `tools/call` answers, without the index of the tool. */
export const toolText = (index, text, count) => `${index}:${text}:${count}`

/** Whether the tool has an output schema: every second one does. */
export const hasOutput = index => index % 2 === 1

/** A tool in the middle of the list, with or without an output schema. */
export function middleTool(tools, output) {
  const middle = tools >> 1
  return hasOutput(middle) === output ? middle : middle - 1
}

const SESSIONS = {
  lasting: { enabled: true, maxSessions: 5000 },
  short: { enabled: true, maxSessions: 5000, maxDuration: 1000 },
}

/**
 * @param {object} options
 * @param {string} [options.module] path or name of the module; none for the empty app
 * @param {'lasting' | 'short'} [options.sessions] none: without sessions
 * @param {string} options.dir the app's
 */
export function configSource({ module, sessions, dir }) {
  const config = {
    ...(module ? { modules: [module], mcp: { name: 'bench', version: '1.0.0', sessions: sessions ? SESSIONS[sessions] : false } } : {}),
    compatibilityDate: '2026-01-01',
    telemetry: false,
    buildDir: `${dir}/.nuxt`,
    // The composables of both modules need it, so the routes that they are compared with pay for it too.
    nitro: { experimental: { asyncContext: true } },
  }
  return `export default defineNuxtConfig(${JSON.stringify(config, undefined, 2)})\n`
}

// The object itself: handing `z` to a function, which nobody does, would keep all of Zod in the bundle.
const fieldsOf = shape => String(shape).replace(/^z => \(/, '').replace(/\)$/, '')

/** @param {number} index */
export function toolSource(index) {
  const output = hasOutput(index)
  return `import { z } from 'zod'

export default defineMcpTool({
  name: 'tool-${index}',
  description: 'Tool number ${index} of the benchmark – it gives back what it gets',
  inputSchema: ${fieldsOf(inputShape)},
${output ? `  outputSchema: ${fieldsOf(outputShape)},\n` : ''}  handler: ({ text, count${output ? ', list' : ''} }) => ({
    content: [{ type: 'text', text: \`${index}:\${text}:\${count}\` }],
${output ? '    structuredContent: { text, count, tags: list },\n' : ''}  }),
})
`
}

export const resourceSource = `export default defineMcpResource({
  name: '${RESOURCE.name}',
  uri: '${RESOURCE.uri}',
  handler: uri => ({ contents: [{ uri: uri.toString(), mimeType: 'text/plain', text: '${RESOURCE.text}' }] }),
})
`

export const promptSource = `import { z } from 'zod'

export default defineMcpPrompt({
  name: '${PROMPT.name}',
  inputSchema: { ${PROMPT.field}: z.string() },
  handler: ({ ${PROMPT.field} }) => ({ messages: [{ role: 'user', content: { type: 'text', text: \`Review \${${PROMPT.field}}\` } }] }),
})
`

export const pingSource = `export default defineEventHandler(() => 'pong')\n`

/** Limit of `tools/call`: reads what anything has to read, and answers a constant. */
export const limitCallSource = index => `const result = { content: [{ type: 'text', text: '${toolText(index, 'hello', 3)}' }] }

export default defineEventHandler(async (event) => {
  const { id } = await readBody(event)
  return { jsonrpc: '2.0', id, result }
})
`

/** Limit of `tools/list`: the text of the result is known beforehand. PUT gives it the text. */
export const limitListSource = `let result = ''

export default defineEventHandler(async (event) => {
  if (event.method === 'PUT') {
    result = await readRawBody(event)
    return ''
  }
  const { id } = await readBody(event)
  setResponseHeader(event, 'content-type', 'application/json')
  return \`{"jsonrpc":"2.0","id":\${JSON.stringify(id)},"result":\${result}}\`
})
`

export const appSource = `<template>\n  <div>bench</div>\n</template>\n`
