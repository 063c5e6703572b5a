import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema, CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { type ClientAdapter, toAdapter, toOutcome } from './adapter'
import { type AnswerDesk, type ClientAnswers, openAnswerDesk } from './answers'
import { createRecordingFetch } from './recording-fetch'

/** Connects the client of `@modelcontextprotocol/sdk`, which knows the session era only, or throws. */
export async function connectSdk1(url: string, answers: ClientAnswers = {}): Promise<ClientAdapter> {
  const { fetch, requests } = createRecordingFetch()
  const desk = openAnswerDesk(answers)
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch })
  const client = new Client({ name: 'sdk-1', version: '1' }, { capabilities: desk.capabilities })
  attendDesk(client, desk)
  const logs: unknown[] = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    logs.push(params.data)
  })
  const updates: string[] = []
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    updates.push(params.uri)
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    ...toAdapter(client),
    protocolVersion: transport.protocolVersion,
    requests,
    questions: desk.questions,
    logs,
    updates,
    watch: async uri => void await client.subscribeResource({ uri }),
    call: async (name, args, { logLevel, onProgress } = {}) => {
      if (logLevel) await client.setLoggingLevel(logLevel)
      return toOutcome(CallToolResultSchema.parse(await client.callTool({ name, arguments: args }, CallToolResultSchema, { onprogress: onProgress })))
    },
  }
}

function attendDesk(client: Client, { elicit, sample, roots }: AnswerDesk): void {
  if (elicit) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ ...elicit(params) }))
  if (sample) client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => sample(params))
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => roots())
}
