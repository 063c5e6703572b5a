export default defineMcpTool({
  description: 'Counts the open todos of everybody in the team. At most ten seconds old.',
  tags: ['read'],
  annotations: { readOnlyHint: true },
  cache: '10s',
  handler: async () => {
    const open: Record<string, number> = {}
    for (const { assignee = 'nobody', done } of await readTodos()) {
      if (!done) open[assignee] = (open[assignee] ?? 0) + 1
    }
    return { open, countedAt: new Date().toISOString() }
  },
})
