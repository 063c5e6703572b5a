export default defineMcpResource({
  uri: 'todo://{id}',
  description: 'One todo as JSON.',
  metadata: { mimeType: 'application/json' },
  handler: async (uri, { id }) => JSON.stringify(await readTodo(String(id)), null, 2),
})
