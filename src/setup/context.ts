import type { Resolver } from '@nuxt/kit'
import type { Nuxt } from '@nuxt/schema'
import type { ConsolaInstance } from 'consola'
import type { ResolvedOptions } from '../options'

/** What every `setupX()` gets. */
export interface SetupContext extends Pick<ResolvedOptions, 'config' | 'build' | 'problems'> {
  nuxt: Nuxt
  /** Resolves paths relative to `src/`, or `dist/` when published. */
  resolver: Resolver
  log: ConsolaInstance
}
