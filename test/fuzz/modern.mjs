import { createClient } from './client.mjs'
import { MCP_HEADERS, parseEvents } from './http.mjs'
import { FULL_META, claimsModern, mirror } from './modern-arbitraries.mjs'

const INVALID_PARAMS = -32602

/** Every message by a client of its own, all at the same time. */
export async function sendModern(target, requests) {
  const problems = await Promise.all(requests.map(({ value, headers }) => {
    const client = createClient()
    const given = Object.entries(headers).filter(([, header]) => header !== undefined).map(([name, header]) => [name, header.replaceAll('TOKEN', client.token)])
    return client.check(target, { headers: { ...MCP_HEADERS, ...Object.fromEntries(given) }, body: { value }, modern: claimsModern(value, headers) })
  }))
  return problems.flat()
}

/** Goes through the rounds of a tool that asks twice. A state that was changed, or belongs to another call, never runs. */
export async function repeatChanged(target, inputs) {
  const problems = await Promise.all(inputs.map(input => repeatOne(target, createClient(), input)))
  return problems.flat()
}

async function repeatOne(target, client, { change, position, garbage, answers }) {
  const call = async (params) => {
    const value = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'confirm-twice', arguments: { text: 'TOKEN' }, ...params, _meta: FULL_META } }
    let message
    const problems = await client.check(target, {
      headers: { ...MCP_HEADERS, ...mirror(value) },
      body: { value },
      modern: true,
      onReply: (reply) => {
        message = readMessage(reply)
        return []
      },
    })
    return { problems, ...message }
  }
  const first = await call({})
  if (first.result?.resultType !== 'input_required') return [...first.problems, `the first round has ${JSON.stringify(first.result ?? first.error)}`]
  const { requestState } = first.result
  const honest = { inputResponses: answerAll(first.result), requestState }
  const second = await call({ ...honest, ...(answers && { inputResponses: answers }), ...changeOf(change, { requestState, position, garbage }) })
  if (change !== 'none') {
    return [...first.problems, ...second.problems, ...(second.error?.code === INVALID_PARAMS ? [] : [`a state with the change ${change} has ${JSON.stringify(second.result ?? second.error)?.slice(0, 300)}`])]
  }
  const third = second.result?.requestState && !answers ? await call({ inputResponses: answerAll(second.result), requestState: second.result.requestState }) : undefined
  const isRight = answers || third?.result?.content?.[0].text === `${client.token} accept accept`
  return [...first.problems, ...second.problems, ...third?.problems ?? [], ...(isRight ? [] : [`honest rounds end with ${JSON.stringify(third?.result ?? third?.error ?? second.result ?? second.error)?.slice(0, 300)}`])]
}

function changeOf(change, { requestState, position, garbage }) {
  const at = position % requestState.length
  switch (change) {
    case 'flip': return { requestState: requestState.slice(0, at) + (requestState[at] === 'A' ? 'B' : 'A') + requestState.slice(at + 1) }
    case 'cut': return { requestState: requestState.slice(0, at) }
    case 'append': return { requestState: `${requestState}${position}` }
    case 'swap': return { requestState: requestState.slice(at) + requestState.slice(0, at) + '~' }
    case 'arguments': return { arguments: { text: `TOKEN ${position}` } }
    case 'tool': return { name: 'ask' }
    case 'garbage': return { requestState: typeof garbage === 'string' ? `${garbage}*` : garbage ?? 0 }
    default: return {}
  }
}

function answerAll({ inputRequests }) {
  return Object.fromEntries(Object.keys(inputRequests).map(key => [key, { action: 'accept', content: {} }]))
}

function readMessage({ headers, text }) {
  try {
    return JSON.parse(headers['content-type'] === 'text/event-stream' ? parseEvents(text).messages.at(-1) : text)
  }
  catch {
    // What is no JSON is a problem that is found elsewhere.
    return {}
  }
}
