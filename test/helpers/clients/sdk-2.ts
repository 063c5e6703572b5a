import { Client, LOG_LEVEL_META_KEY, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { type ClientAdapter, toAdapter, toOutcome } from './adapter'
import { type AnswerDesk, type ClientAnswers, openAnswerDesk } from './answers'
import { createRecordingFetch } from './recording-fetch'

/** Connects the client of `@modelcontextprotocol/client`, which knows both eras, or throws. */
export async function connectSdk2(mode: VersionNegotiationMode, url: string, answers: ClientAnswers = {}): Promise<ClientAdapter> {
  const { fetch, requests } = createRecordingFetch()
  const desk = openAnswerDesk(answers)
  const client = new Client({ name: 'sdk-2', version: '1' }, { capabilities: desk.capabilities, versionNegotiation: { mode } })
  attendDesk(client, desk)
  const logs: unknown[] = []
  client.setNotificationHandler('notifications/message', ({ params }) => {
    logs.push(params.data)
  })
  const updates: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updates.push(params.uri)
  })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }))
  onTestFinished(() => client.close())
  const isModern = client.getProtocolEra() === 'modern'
  return {
    ...toAdapter(client),
    protocolVersion: client.getNegotiatedProtocolVersion(),
    requests,
    questions: desk.questions,
    logs,
    updates,
    watch: async uri => void await (isModern ? client.listen({ resourceSubscriptions: [uri] }) : client.subscribeResource({ uri })),
    call: async (name, args, { logLevel, onProgress } = {}) => {
      if (logLevel && !isModern) await client.setLoggingLevel(logLevel)
      const meta = logLevel && isModern ? { _meta: { [LOG_LEVEL_META_KEY]: logLevel } } : {}
      return toOutcome(await client.callTool({ name, arguments: args, ...meta }, { onprogress: onProgress }))
    },
  }
}

function attendDesk(client: Client, { elicit, sample, roots }: AnswerDesk): void {
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params))
  if (sample) client.setRequestHandler('sampling/createMessage', ({ params }) => sample(params))
  if (roots) client.setRequestHandler('roots/list', () => roots())
}
