import type { ClientQuestion } from './answers'
import type { RecordedRequest } from './recording-fetch'

export interface ToolOutcome {
  /** The text items, joined by line breaks. */
  text: string
  isError: boolean
  structured: unknown
}

export interface CallOptions {
  /** Asks for log messages of this level and above. */
  logLevel?: 'debug' | 'info'
  onProgress?: (progress: { progress: number, total?: number, message?: string }) => void
}

/** What every official client can do, in one shape. What fails rejects with the client's own error. */
export interface ClientAdapter {
  /** Revision that client and server agreed on. */
  protocolVersion: string | undefined
  capabilities: object | undefined
  serverName: string | undefined
  /** Every HTTP request so far, in order. */
  requests: readonly RecordedRequest[]
  /** Every question of the server so far. */
  questions: readonly ClientQuestion[]
  /** Data of every log message so far. */
  logs: readonly unknown[]
  /** URIs of the resources that the server said have changed, so far. */
  updates: readonly string[]
  /** Asks to be told when a resource changes. */
  watch: (uri: string) => Promise<void>
  tools: () => Promise<string[]>
  prompts: () => Promise<string[]>
  resources: () => Promise<string[]>
  templates: () => Promise<string[]>
  call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<ToolOutcome>
  /** The text of the first message. */
  prompt: (name: string, args?: Record<string, string>) => Promise<string>
  /** The text of the first content. */
  read: (uri: string) => Promise<string>
  complete: (ref: CompletionReference, argument: { name: string, value: string }) => Promise<string[]>
}

type CompletionReference = { type: 'ref/prompt', name: string } | { type: 'ref/resource', uri: string }

/** What the clients of both SDKs have in common. */
interface OfficialClient {
  getServerCapabilities: () => object | undefined
  getServerVersion: () => { name: string } | undefined
  listTools: () => Promise<{ tools: { name: string }[] }>
  listPrompts: () => Promise<{ prompts: { name: string }[] }>
  listResources: () => Promise<{ resources: { uri: string }[] }>
  listResourceTemplates: () => Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  getPrompt: (params: { name: string, arguments?: Record<string, string> }) => Promise<{ messages: { content: { type: string, text?: unknown } }[] }>
  readResource: (params: { uri: string }) => Promise<{ contents: { uri: string, text?: unknown }[] }>
  complete: (params: { ref: CompletionReference, argument: { name: string, value: string } }) => Promise<{ completion: { values: string[] } }>
}

export function toAdapter(client: OfficialClient): Omit<ClientAdapter, 'protocolVersion' | 'requests' | 'questions' | 'logs' | 'updates' | 'watch' | 'call'> {
  return {
    capabilities: client.getServerCapabilities(),
    serverName: client.getServerVersion()?.name,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompt: async (name, args) => String((await client.getPrompt({ name, arguments: args })).messages[0]?.content.text),
    read: async uri => String((await client.readResource({ uri })).contents[0]?.text),
    complete: async (ref, argument) => (await client.complete({ ref, argument })).completion.values,
  }
}

export function toOutcome({ content, isError, structuredContent }: { content: { type: string, text?: unknown }[], isError?: boolean, structuredContent?: unknown }): ToolOutcome {
  return { text: content.map(({ text }) => text).join('\n'), isError: isError ?? false, structured: structuredContent }
}
