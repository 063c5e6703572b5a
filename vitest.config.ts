import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    typecheck: { tsconfig: './tsconfig.json' },
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/helpers/build-fixtures.ts'],
          // Two cores: one file at a time keeps the timings of one from failing another.
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
