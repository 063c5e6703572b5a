import { createConfigForNuxt } from '@nuxt/eslint-config/flat'

// The founding documents' own code, kept to the letter.
const SAMPLES = ['test/fixtures/seeds/server/{mcp,types.ts}/**', 'test/fixtures/seeds-sessions/server/mcp/**']

export default createConfigForNuxt({
  features: { tooling: true, stylistic: true },
}).append(
  { ignores: ['**/dist', '**/.nuxt', '**/.output', '**/.data', 'test/bench/.apps', 'test/fixtures/hostile/**', 'test/fixtures/broken/**', ...SAMPLES] },
  {
    rules: {
      // Parameters that their name and type explain need no sentence.
      'jsdoc/check-param-names': 'off',
      // A callback that may return nothing is typed so.
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  {
    // Merging into other packages' interfaces takes interfaces without members of their own.
    files: ['**/*.d.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': 'off' },
  },
)
