import type { SetupContext } from './context'

/**
 * Makes the declarations of virtual modules and hooks known to the app, node and server TypeScript projects.
 * References carry the file extension, because Nuxt excludes `node_modules` from what `include` finds.
 */
export function setupTypes({ nuxt, resolver }: SetupContext): void {
  const declarations = ['./runtime/types/virtual.d.ts', './runtime/types/hooks.d.ts'].map(file => resolver.resolve(file))
  const references = declarations.map(path => ({ path }))

  nuxt.hook('prepare:types', (types) => {
    types.references.push(...references)
    // Absent before @nuxt/kit 4.
    types.nodeReferences?.push(...references)
  })
  nuxt.hook('nitro:prepare:types', (types) => {
    types.references.push(...references)
  })

  // Nitro's own tsconfig in Nuxt 3 has no reference to `nitro-nuxt.d.ts`.
  nuxt.options.nitro.typescript ||= {}
  nuxt.options.nitro.typescript.tsConfig ||= {}
  nuxt.options.nitro.typescript.tsConfig.include ||= []
  nuxt.options.nitro.typescript.tsConfig.include.push(...declarations)
}
