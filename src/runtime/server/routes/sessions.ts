import { defineNitroPlugin, useRuntimeConfig, useStorage } from 'nitropack/runtime'
import config from '#nuxt-mcp-toolkit/config.mjs'
import { createBus } from '#nuxt-mcp-toolkit/session-bus.mjs'
import { overrideConfig } from '../pipeline/runtime-config'
import { SessionHost, setSessionHost } from '../session/host'
import { onShutdownSignal } from '../session/shutdown'

/** Keeps the sessions of this process. Part of the server only with `mcp.sessions`. */
export default defineNitroPlugin((nitroApp) => {
  const { sessions } = overrideConfig(config, useRuntimeConfig().mcp)
  const host = new SessionHost(sessions, useStorage, sessions.enabled && sessions.bus ? createBus?.(sessions.bus) : undefined)
  setSessionHost(host)
  onShutdownSignal(() => host.closeStandaloneStreams())
  nitroApp.hooks.hook('close', () => host.close())
})
