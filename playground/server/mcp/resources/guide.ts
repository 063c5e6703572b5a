export default defineMcpResource({
  description: 'How the team uses its todo lists.',
  file: 'content/guide.md',
  metadata: { annotations: { audience: ['assistant'], priority: 0.8 } },
})
