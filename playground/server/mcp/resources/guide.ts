export default defineMcpResource({
  description: 'How the team uses its todo lists.',
  file: 'content/guide.md',
  // Everybody may keep it for an hour.
  ttlMs: 60 * 60 * 1000,
  cacheScope: 'public',
  metadata: { annotations: { audience: ['assistant'], priority: 0.8 } },
})
