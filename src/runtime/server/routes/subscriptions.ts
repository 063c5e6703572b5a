import { defineNitroPlugin } from 'nitropack/runtime'
import { listenStreams } from '../protocol/listen-streams'
import { onShutdownSignal } from '../session/shutdown'

/** Ends the `subscriptions/listen` streams with the process: a graceful shutdown would wait for them. */
export default defineNitroPlugin((nitroApp) => {
  onShutdownSignal(() => listenStreams.close())
  nitroApp.hooks.hook('close', () => listenStreams.close())
})
