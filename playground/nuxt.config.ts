import { fileURLToPath } from 'node:url'

export default defineNuxtConfig({
  // In an application: modules: ['@nuxtjs/mcp-toolkit']
  modules: ['../src/module'],
  $development: {
    runtimeConfig: { adminToken: 'dev-admin' },
  },

  runtimeConfig: {
    // NUXT_LEAD_TOKEN: who sends it as a bearer token may clear lists.
    leadToken: '',
    // NUXT_ADMIN_TOKEN: who sends it to `/mcp/admin` sees the maintenance tools.
    adminToken: '',
  },
  compatibilityDate: '2026-01-01',

  nitro: {
    storage: {
      'todos': { driver: 'fs', base: './.data/todos' },
      // Forgets the callers that were not here for longest. Several servers need one that they share, such as Redis.
      'rate-limit': { driver: 'lruCache', max: 10_000 },
    },
    // The dev server keeps its data in this folder, wherever it was started.
    devStorage: {
      todos: { driver: 'fs', base: process.env.TODOS_DIR ?? fileURLToPath(new URL('.data/todos', import.meta.url)) },
    },
  },
  telemetry: false,

  mcp: {
    name: 'team-todos',
    description: 'Todo lists of a small team.',
    instructions: 'Look at `list-todos` before adding a todo, so that nothing is on a list twice.',
  },
})
