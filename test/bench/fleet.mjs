import { join } from 'node:path'
import { buildApp } from './apps/build.mjs'
import { startServer } from './servers.mjs'

const app = (module, sessions) => async tools => (await buildApp({ module, tools, sessions })).entry
const peer = name => async () => join(import.meta.dirname, 'peers', `${name}.mjs`)

/** Everything that is measured, by the name that tables give it. */
const SCRIPTS = {
  'ours': app('ours'),
  'ours, sessions': app('ours', 'lasting'),
  'original': app('original'),
  'original, sessions': app('original', 'lasting'),
  'fastmcp': peer('fastmcp'),
  'mcp-handler': peer('mcp-handler'),
  'SDK 2': peer('sdk-v2'),
  'SDK 1': peer('sdk-v1'),
}

export const PEERS = ['fastmcp', 'mcp-handler', 'SDK 2', 'SDK 1']

/** The running servers. Each is started when it is first needed and lives until the end. */
export class Fleet {
  #servers = new Map()

  /**
   * @param {string} name
   * @param {number} tools
   * @returns {Promise<import('./servers.mjs').ServerProcess>} the same one each time
   */
  get(name, tools) {
    const key = `${name} ${tools}`
    const known = this.#servers.get(key)
    if (known) {
      return known
    }
    const started = SCRIPTS[name](tools).then(script => startServer(script, { env: { TOOLS: String(tools) } }))
    this.#servers.set(key, started)
    return started
  }

  async stop() {
    const servers = await Promise.allSettled(this.#servers.values())
    await Promise.all(servers.map(({ value }) => value?.stop()))
  }
}
