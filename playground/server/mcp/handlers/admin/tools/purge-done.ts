export default defineMcpTool({
  description: 'Deletes the completed todos of all lists.',
  enabled: event => event.context.isAdmin === true,
  annotations: { destructiveHint: true, idempotentHint: true },
  handler: async () => {
    const done = (await readTodos()).filter(todo => todo.done)
    await Promise.all(done.map(todo => deleteTodo(todo.id)))
    return `Removed ${done.length} completed todos.`
  },
})
