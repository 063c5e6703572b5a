import { join } from 'pathe'
import { afterAll, beforeAll, inject } from 'vitest'
import { type McpEndpoint, createEndpoint } from './endpoint'
import type { Fixture } from './fixtures'
import { type HttpOptions, type HttpReply, http } from './http'
import { type RunningProcess, findFreePort, startNode, waitFor } from './process'

/** How long the output of a server may take to get here. */
const LOG_MS = 2000

export interface ServerOptions {
  /** `app.baseURL` without its trailing slash. @default '' */
  base?: string
  /** Path of the endpoint that the shorthands of the server talk to, below `base`. @default '/mcp' */
  path?: string
  /** Address to listen on. @default '127.0.0.1' */
  host?: string
  env?: NodeJS.ProcessEnv
}

/** A fixture that runs. It is an endpoint itself: the default one. */
export interface TestServer extends McpEndpoint {
  /** `http://127.0.0.1:<port>` */
  origin: string
  port: number
  /** What the server printed so far. */
  output: () => string
  /** Waits until the server printed the text: its output arrives apart from its answers. */
  logged: (text: string | RegExp) => Promise<void>
  /** Another endpoint of the same server. */
  endpoint: (path: string) => McpEndpoint
  /** Any request to the same server. */
  http: (path: string, options?: HttpOptions) => Promise<HttpReply>
  /** A counter or value of the fixture's `server/utils/state.ts`. */
  state: (key: string) => Promise<{ count: number, value: unknown }>
  /** Sets a value there. */
  remember: (key: string, value: string) => Promise<void>
  stop: () => Promise<void>
  /** Ends it without a chance to do anything. */
  kill: () => Promise<void>
}

/** Starts a built fixture from the file-system root: nothing may depend on where a server is started. */
export async function startServer(fixture: Fixture, { base = '', path = '/mcp', host = '127.0.0.1', env }: ServerOptions = {}): Promise<TestServer> {
  const port = await findFreePort()
  const child = startNode({
    args: [join(inject('builds'), fixture, 'server/index.mjs')],
    cwd: '/',
    env: { NODE_ENV: 'production', HOST: host, PORT: String(port), ...env },
  })
  await waitUntilListening(child, fixture)
  const origin = `http://127.0.0.1:${port}`
  const stateUrl = (query: string) => `${origin}${base}/state?${query}`
  return {
    ...createEndpoint(origin + base + path),
    origin,
    port,
    output: child.output,
    logged: async (text) => {
      const isThere = () => typeof text === 'string' ? child.output().includes(text) : text.test(child.output())
      await waitFor(`the server prints ${String(text)}`, () => isThere() || undefined, LOG_MS)
    },
    endpoint: other => createEndpoint(origin + base + other),
    http: (other, options) => http(origin + base + other, options),
    state: async key => (await http(stateUrl(`key=${encodeURIComponent(key)}`))).json(),
    remember: async (key, value) => {
      await http(stateUrl(`key=${encodeURIComponent(key)}&value=${encodeURIComponent(value)}`), { method: 'POST' })
    },
    stop: child.stop,
    kill: child.kill,
  }
}

/** A server for all tests of the file or the surrounding `describe`. */
export function useServer(fixture: Fixture, options?: ServerOptions): TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startServer(fixture, options)
  })
  afterAll(() => server?.stop())
  // Tests destructure nothing before the hook ran, so reading through is enough.
  return new Proxy({} as TestServer, {
    get: (_, key) => {
      if (!server) throw new Error('The server is not started yet')
      return Reflect.get(server, key)
    },
  })
}

async function waitUntilListening(child: RunningProcess, fixture: string): Promise<void> {
  let ended = false
  void child.exited.then(() => {
    ended = true
  })
  await waitFor(`fixture \`${fixture}\` listens`, () => {
    if (ended) throw new Error(`The fixture \`${fixture}\` ended before it listened:\n${child.output()}`)
    return child.output().includes('Listening on') || undefined
  }, 20_000)
}
