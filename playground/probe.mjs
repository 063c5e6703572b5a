// Starts the playground and uses it as an MCP client does: `npm run probe`.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Client as DualClient, StreamableHTTPClientTransport as DualTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { startDevServer } from './dev-server.mjs'

const leadToken = randomUUID()
const adminToken = randomUUID()

console.log('Starting the playground …')
const { endpoint, stop } = await startDevServer({ NUXT_LEAD_TOKEN: leadToken, NUXT_ADMIN_TOKEN: adminToken })
try {
  const client = await connect()
  await probeTools(client)
  await probeCalls(client)
  await probeNotifications(client)
  await probeQuestions()
  await probeGuard(client)
  await probeResources(client)
  await probePrompts(client)
  await probeEndpoints()
  await client.close()
  console.log('\nEverything works.')
}
catch (error) {
  console.error('\nThe probe failed:', error)
  process.exitCode = 1
}
finally {
  await stop()
}

async function connect(headers = {}, path = '') {
  const client = new Client({ name: 'probe', version: '1.0.0' })
  const url = new URL(endpoint.pathname + path, endpoint)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const { name, version } = client.getServerVersion()
  heading(`Connected to ${name} ${version} at ${url}`)
  line('instructions', client.getInstructions())
  return client
}

async function probeTools(client) {
  heading('tools/list')
  const { tools } = await client.listTools()
  for (const { name, description, _meta } of tools) line(_meta.group ? `${_meta.group}/ ${name}` : name, description)
  assert.deepEqual(tools.map(tool => tool.name).sort(), ['add-todo', 'complete-todo', 'import-todos', 'list-todos', 'move-list', 'remove-todo', 'search-todos', 'workload'])
}

async function probeCalls(client) {
  const coffee = JSON.parse(await call(client, 'add-todo', { list: 'kitchen', title: 'Order coffee', assignee: 'Ann' }))
  await call(client, 'add-todo', { list: 'launch', title: 'Write the announcement', assignee: 'Bob' })

  const open = await client.callTool({ name: 'list-todos', arguments: { list: 'kitchen' } })
  heading('tools/call list-todos { list: "kitchen" }: structured content')
  for (const todo of open.structuredContent.todos) line(todo.id, `${todo.title} (${todo.assignee})`)
  assert.deepEqual(open.structuredContent.todos, [coffee])

  const found = await call(client, 'search-todos', { query: 'announce' })
  assert.equal(JSON.parse(found)[0].assignee, 'Bob')
  await call(client, 'complete-todo', { id: coffee.id })
  assert.equal(await call(client, 'remove-todo', { id: coffee.id }), 'Removed “Order coffee”.')

  const first = await call(client, 'workload')
  assert.equal(await call(client, 'workload'), first, 'the second answer comes from the cache')

  const gone = await client.callTool({ name: 'complete-todo', arguments: { id: coffee.id } })
  heading('tools/call complete-todo with an id that is gone')
  line('error', gone.content[0].text)
  assert.equal(gone.isError, true)
}

async function probeNotifications(client) {
  heading('tools/call import-todos: what arrives before its result')
  const seen = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    seen.push('log')
    line(`log ${params.level}`, params.data)
  })
  const result = await client.callTool({ name: 'import-todos', arguments: { list: 'launch', text: 'Book the room\nInvite the press\nBake a cake' } }, undefined, {
    onprogress: ({ progress, total, message }) => {
      seen.push('progress')
      line(`progress ${progress}/${total}`, message)
    },
  })
  line('result', result.content[0].text)
  assert.deepEqual(seen, ['log', 'progress', 'progress', 'progress'])
}

/** A client of either era, and a user who answers. Without sessions, only the newer era can ask. */
async function probeQuestions() {
  const capabilities = { elicitation: {} }
  const session = new Client({ name: 'probe', version: '1.0.0' }, { capabilities })
  session.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params))
  await session.connect(new StreamableHTTPClientTransport(endpoint))
  assert.equal(await call(session, 'move-list', { list: 'launch' }), 'This tool needs a client that can ask its user.')
  await session.close()

  const modern = new DualClient({ name: 'probe', version: '1.0.0' }, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } })
  modern.setRequestHandler('elicitation/create', ({ params }) => answer(params))
  await modern.connect(new DualTransport(endpoint))
  await call(modern, 'move-list', { list: 'launch' })
  assert.equal(await call(modern, 'move-list', { list: 'party' }), 'Moved 4 todos to “launch”.')
  await modern.close()
}

function answer({ message }) {
  line('asked', message)
  if (message.startsWith('Where')) return { action: 'accept', content: { target: message.includes('launch') ? 'party' : 'launch' } }
  return { action: 'accept', content: { confirm: true } }
}

async function probeGuard(client) {
  heading('A guarded tool')
  const refused = await client.callTool({ name: 'clear-list', arguments: { list: 'launch' } })
  line('anybody', refused.content[0].text)
  assert.equal(refused.isError, true)

  const lead = await connect({ authorization: `Bearer ${leadToken}` })
  const { tools } = await lead.listTools()
  assert.ok(tools.some(tool => tool.name === 'clear-list'))
  await call(lead, 'clear-list', { list: 'launch' })
  await lead.close()
}

async function probeResources(client) {
  heading('resources/list')
  const { resources } = await client.listResources()
  for (const resource of resources) line(resource.uri, resource.description)

  heading('resources/templates/list')
  const { resourceTemplates } = await client.listResourceTemplates()
  for (const template of resourceTemplates) line(template.uriTemplate, template.description)

  const guide = await read(client, resources[0].uri)
  assert.match(guide.text, /A todo starts with a verb/)
  assert.equal(guide.mimeType, 'text/markdown')

  const { structuredContent } = await client.callTool({ name: 'list-todos', arguments: { list: 'launch' } })
  const [todo] = structuredContent.todos
  assert.deepEqual(JSON.parse((await read(client, `todo://${todo.id}`)).text), todo)
}

async function probePrompts(client) {
  heading('prompts/list')
  const { prompts } = await client.listPrompts()
  for (const { name, description, arguments: args = [] } of prompts) line(`${name}(${args.map(arg => arg.name).join(', ')})`, description)

  heading('completion/complete plan-day assignee="b"')
  const { completion } = await client.complete({ ref: { type: 'ref/prompt', name: 'plan-day' }, argument: { name: 'assignee', value: 'b' } })
  line('values', completion.values.join(', '))
  assert.deepEqual(completion.values, ['Bob'])

  heading('prompts/get plan-day { assignee: "Bob" }')
  const { messages } = await client.getPrompt({ name: 'plan-day', arguments: { assignee: 'Bob' } })
  for (const { role, content } of messages) line(role, content.text)
  assert.match(messages[0].content.text, /Write the announcement/)
}

async function probeEndpoints() {
  await probeEndpoint('/public', {}, ['list-todos', 'search-todos'])
  await probeEndpoint('/public', { 'x-mcp-tools': 'list-todos' }, ['list-todos'])
  await probeEndpoint('/capture', {}, ['add-todo', 'import-todos'])
  await probeEndpoint('/admin', {}, ['how-to-sign-in'])
  await probeEndpoint('/admin', { authorization: `Bearer ${adminToken}` }, ['purge-done', 'reassign-todos'], async (admin) => {
    await call(admin, 'reassign-todos', { from: 'Bob', to: 'Ann' })

    heading('/mcp/admin serves nothing of the other endpoints')
    const foreign = await admin.callTool({ name: 'add-todo', arguments: { list: 'kitchen', title: 'Order tea' } })
    line('add-todo', foreign.content[0].text)
    assert.equal(foreign.isError, true)
  })
}

async function probeEndpoint(path, headers, expected, use = async () => {}) {
  const client = await connect(headers, path)
  const names = (await client.listTools()).tools.map(tool => tool.name)
  for (const [header, value] of Object.entries(headers)) line(header, value.replace(adminToken, '…'))
  line('tools', names.join(', '))
  assert.deepEqual(names.sort(), expected)
  await use(client)
  await client.close()
}

async function call(client, name, args = {}) {
  heading(`tools/call ${name} ${JSON.stringify(args)}`)
  const result = await client.callTool({ name, arguments: args })
  const [{ text }] = result.content
  line('result', text)
  assert.ok(!result.isError, text)
  return text
}

async function read(client, uri) {
  heading(`resources/read ${uri}`)
  const { contents: [content] } = await client.readResource({ uri })
  line(content.mimeType, content.text)
  return content
}

function heading(text) {
  console.log(`\n${text}`)
}

function line(label, text = '') {
  console.log(`  ${label.padEnd(22)} ${String(text).trimEnd().replaceAll('\n', `\n${' '.repeat(25)}`)}`)
}
