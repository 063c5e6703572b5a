import { defineConfig } from 'vitest/config'

/** What needs a real Redis: `npm run test:redis`. */
export default defineConfig({
  test: {
    name: 'redis',
    include: ['test/redis/**/*.test.ts'],
    globalSetup: ['test/redis/build-fixture.ts'],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
