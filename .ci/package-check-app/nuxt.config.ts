export default defineNuxtConfig({
  modules: ['@nuxtjs/mcp-toolkit'],
  compatibilityDate: '2026-01-01',
  mcp: { name: 'package check' },
  hooks: {
    'mcp:definitions:paths': (paths) => {
      paths.tools?.push('more-tools')
    },
  },
  typescript: { strict: true },
})
