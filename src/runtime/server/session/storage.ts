import type { useStorage } from 'nitropack/runtime'

/** An unstorage instance. */
export type SessionStorage = ReturnType<typeof useStorage>

/** Nitro's `useStorage`. */
export type UseStorage = (base?: string) => SessionStorage
