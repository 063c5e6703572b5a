import { defineBuildConfig } from 'unbuild'

export default defineBuildConfig({
  // What the bundled module imports must be declared: a bare import that is not is a build error.
  failOnWarn: true,
  externals: ['nuxt', 'nuxt/schema', 'nitropack', 'nitropack/types', 'nitropack/runtime', 'h3'],
})
