import { defineBuildConfig } from 'unbuild'

export default defineBuildConfig({
  // What the bundled module imports must be declared: a bare import that is not is a build error.
  failOnWarn: true,
  externals: ['nuxt', 'nuxt/schema', 'nitropack', 'nitropack/types', 'nitropack/runtime', 'h3'],
  hooks: {
    // Nitro builds for engines without class fields, and would define each of them with a call, in every object that a
    // request needs. Assignments stay assignments.
    'mkdist:entry:options': (_, __, options) => {
      options.esbuild = { ...options.esbuild, tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } } }
    },
  },
})
