import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NUXT = fileURLToPath(new URL('../node_modules/nuxt/bin/nuxt.mjs', import.meta.url))
const PLAYGROUND = fileURLToPath(new URL('.', import.meta.url))
/** A first start also has Vite look for dependencies. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 5_000

/**
 * Starts the playground on a free port, with a store of its own, and waits until its MCP endpoint answers.
 * Call `stop()` when done; it also runs when this process is told to end.
 */
export async function startDevServer(env) {
  const port = await findFreePort()
  const todosDir = await mkdtemp(join(tmpdir(), 'team-todos-'))
  const server = spawn(process.execPath, [NUXT, 'dev', PLAYGROUND, '--no-fork', '--host', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, TODOS_DIR: todosDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const exited = once(server, 'exit')

  async function stop() {
    server.kill('SIGTERM')
    const force = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(force)
    await rm(todosDir, { recursive: true, force: true })
  }
  // A second signal, or a crash, leaves no time to be polite.
  process.once('exit', () => server.kill('SIGKILL'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => stop().finally(() => process.exit(1)))
  }

  const endpoint = new URL(`http://127.0.0.1:${port}/mcp`)
  try {
    await waitForEndpoint(endpoint, exited)
  }
  catch (error) {
    await stop()
    throw new Error(`The playground did not start. It said:\n${output}`, { cause: error })
  }
  return { endpoint, stop }
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

async function waitForEndpoint(endpoint, exited) {
  const deadline = Date.now() + START_TIMEOUT_MS
  const gone = exited.then(([code]) => {
    throw new Error(`It ended with code ${code}.`)
  })
  while (Date.now() < deadline) {
    if (await Promise.race([answersDiscovery(endpoint), gone])) return
    await Promise.race([new Promise(resolve => setTimeout(resolve, 250)), gone])
  }
  throw new Error(`No answer within ${START_TIMEOUT_MS / 1000} seconds.`)
}

/** Until the app is built, the port is closed or serves Nuxt's loading screen. */
async function answersDiscovery(endpoint) {
  const version = '2026-07-28'
  const _meta = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} }
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mcp-protocol-version': version, 'mcp-method': 'server/discover' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }),
    })
    const body = await response.text()
    return response.ok && body.includes('"jsonrpc"')
  }
  catch {
    return false
  }
}
