export default defineNuxtConfig({
  modules: ['@nuxtjs/mcp-toolkit'],
  compatibilityDate: '2026-01-01',
  typescript: { strict: true },
  hooks: {
    'mcp:definitions:paths': (paths) => {
      paths.tools?.push('more-tools')
    },
  },
  mcp: { name: 'package check' },
})
