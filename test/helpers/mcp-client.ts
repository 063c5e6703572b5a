import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'

/** Connects the official client; it is closed when the test ends. A client that cannot connect fails the test. */
export async function connectClient(url: string, options?: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(() => client.close())
  return client
}
