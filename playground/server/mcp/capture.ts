// `/mcp/capture` is for an assistant that only takes notes. A tool joins it by the tag `capture`.
export default defineMcpHandler({
  description: 'Adds todos.',
  instructions: 'Add what the user says, one todo per thing to do. You cannot see what is already there.',
  tools: event => getMcpTools({ event, tags: 'capture', orphansOnly: true }),
  resources: [],
  prompts: [],
})
