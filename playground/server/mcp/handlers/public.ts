import guide from '../resources/guide'
import listTodos from '../tools/list-todos'
import searchTodos from '../tools/search-todos'

// `/mcp/public` serves these and nothing else: what is added to the app later stays out until it is named here.
export default defineMcpHandler({
  description: 'The team\'s todos, to read only.',
  // Anybody may look, but not all the time.
  middleware: event => limitRate(event, getRequestIP(event) ?? 'unknown', { requests: 120, seconds: 60 }),
  instructions: 'Nothing can be changed here. The guide says what the lists are for.',
  tools: [listTodos, searchTodos],
  resources: [guide],
  prompts: [],
})
