import { isRecord } from '../results/tool-result'

/** What the messages of one POST ask for. A field with several values is plural and a list; a missing one is absent. */
export type RpcSummary = Partial<Record<'method' | 'tool' | 'resource' | 'prompt', string>>
  & Partial<Record<'methods' | 'tools' | 'resources' | 'prompts', string[]>>
  & { request_id?: string | number, request_ids?: (string | number)[] }

/** Sums up JSON-RPC messages, in order, duplicates kept. What is no call is left out. */
export function summarizeRpc(messages: readonly unknown[]): RpcSummary {
  const calls = messages.filter(isCall)
  return {
    ...field('method', 'methods', calls.map(({ method }) => method)),
    ...field('request_id', 'request_ids', calls.map(({ id }) => id).filter(isId)),
    ...field('tool', 'tools', targets(calls, 'tools/call', 'name')),
    ...field('resource', 'resources', targets(calls, 'resources/read', 'uri')),
    ...field('prompt', 'prompts', targets(calls, 'prompts/get', 'name')),
  }
}

interface Call extends Record<string, unknown> {
  method: string
}

function isCall(message: unknown): message is Call {
  return isRecord(message) && typeof message.method === 'string'
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number'
}

function targets(calls: readonly Call[], method: string, param: 'name' | 'uri'): string[] {
  return calls.flatMap((call) => {
    const value: unknown = call.method === method && isRecord(call.params) ? call.params[param] : undefined
    return typeof value === 'string' ? [value] : []
  })
}

function field<T>(singular: string, plural: string, values: readonly T[]): Record<string, T | readonly T[]> {
  const [first] = values
  if (first === undefined) {
    return {}
  }
  return values.length === 1 ? { [singular]: first } : { [plural]: values }
}
