import { describe, expect, it } from 'vitest'
import { connectSdk2 } from '../helpers/clients/sdk-2'
import { INITIALIZE, message } from '../helpers/endpoint'
import { ABLE, CAPABILITIES, CLIENT_INFO, LOG_LEVEL, SERVER_INFO, VERSION, modern, modernMeta, postModern, textOf } from '../helpers/modern'
import { startServer, useServer } from '../helpers/server'

// protocol-2026-07-28.md, on an endpoint that serves both eras, with sessions for the earlier one.
const server = useServer('sessions', { path: '/mcp/eras' })
const INFO = { name: 'eras', version: '1.0.0' }

/** The methods of a client that is asked nothing. */
const call = (name: string, args?: object, options?: Parameters<typeof modern>[3]) => modern(server, 'tools/call', { name, ...(args && { arguments: args }) }, options)

describe('which era a request belongs to', () => {
  it.each([
    ['modern with the key', message(1, 'tools/list', { _meta: modernMeta() }), { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }, 200, undefined],
    ['the header without the key', message(1, 'tools/list'), { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }, 400, -32602],
    ['initialize with the header', message(1, 'initialize', INITIALIZE), { 'MCP-Protocol-Version': '2026-07-28' }, 400, -32020],
    ['initialize with the key', message(1, 'initialize', { ...INITIALIZE, _meta: modernMeta() }), { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'initialize' }, 404, -32601],
    ['everything else', message(1, 'initialize', INITIALIZE), {}, 200, undefined],
    ['a batch with the key', [message(1, 'tools/list', { _meta: modernMeta() })], {}, 400, -32600],
    ['a batch with the header', [message(1, 'tools/list')], { 'MCP-Protocol-Version': '2026-07-28' }, 400, -32600],
    ['no JSON', '{', { 'MCP-Protocol-Version': '2026-07-28' }, 400, -32700],
  ])('%s', async (_, body, headers, status, code) => {
    const reply = await server.post(body, headers)
    expect(reply.status).toBe(status)
    const { error, id } = reply.headers['content-type'] === 'text/event-stream' ? reply.events<{ id: unknown, error?: { code: number } }>()[0] ?? {} : reply.json<{ id: unknown, error?: { code: number } }>()
    expect(error?.code).toBe(code)
    expect(id).toBe(Array.isArray(body) || body === '{' ? null : 1)
  })

  it('takes notifications, and answers none', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const reply = await server.post(notification, { 'MCP-Protocol-Version': '2026-07-28' })
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 202, text: '' })
    expect((await server.post({ ...notification, params: { requestId: 1, _meta: modernMeta() } }, { 'Mcp-Method': 'tools/list' })).json()).toMatchObject({ error: { code: -32020 } })
  })

  it('serves no GET or DELETE without a session', async () => {
    for (const method of ['GET', 'DELETE']) {
      const reply = await server.http('/mcp/eras', { method, headers: { 'Accept': 'text/event-stream', 'MCP-Protocol-Version': '2026-07-28' } })
      expect(reply.status).toBe(400)
    }
  })

  it('serves both on one connection, one after another', async () => {
    for (const round of [1, 2]) {
      expect((await call('echo', { text: `round ${round}` })).result).toMatchObject({ content: [{ text: `round ${round}` }] })
      const legacy = await server.post(message(1, 'initialize', INITIALIZE))
      expect({ status: legacy.status, session: legacy.headers['mcp-session-id'] }).toEqual({ status: 200, session: expect.any(String) })
    }
  })

  it('ignores a session id', async () => {
    expect(textOf(await call('echo', {}, { headers: { 'Mcp-Session-Id': '00000000-0000-4000-8000-000000000000' } }))).toBe('hello')
  })
})

describe('mcp.protocol', () => {
  it('legacy: knows nothing of the other era', async () => {
    const legacy = await startServer('sessions', { path: '/mcp/eras', env: { NUXT_MCP_PROTOCOL: 'legacy' } })
    try {
      const probe = await postModern(legacy, 'server/discover')
      expect({ status: probe.status, body: probe.json() }).toMatchObject({ status: 400, body: { error: { code: -32000 } } })
      expect((await legacy.post(message(1, 'initialize', INITIALIZE))).status).toBe(200)
      // A client of both eras notices, and is served.
      const client = await connectSdk2('auto', legacy.url)
      expect(client.protocolVersion).toBe('2025-11-25')
      expect(await client.call('echo', {})).toMatchObject({ text: 'hello' })
    }
    finally {
      await legacy.stop()
    }
  })

  it('modern: refuses the other era, and says what there is', async () => {
    const only = await startServer('sessions', { path: '/mcp/eras', env: { NUXT_MCP_PROTOCOL: 'modern' } })
    try {
      const refusal = await only.post(message(7, 'initialize', INITIALIZE))
      expect(refusal.status).toBe(400)
      expect(refusal.json()).toMatchObject({ id: 7, error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } } })
      expect((await only.post(message(8, 'tools/list'))).json()).toMatchObject({ id: 8, error: { code: -32022, data: { supported: ['2026-07-28'] } } })
      expect((await only.post([message(8, 'tools/list')])).json()).toMatchObject({ error: { code: -32600 } })
      expect((await only.post({ jsonrpc: '2.0', id: 1, result: {} })).json()).toMatchObject({ error: { code: -32600 } })
      expect((await only.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
      expect((await only.http('/mcp/eras', { headers: { Accept: 'text/event-stream' } })).status).toBe(405)
      expect((await modern(only, 'tools/list')).status).toBe(200)
    }
    finally {
      await only.stop()
    }
  })
})

describe('_meta', () => {
  it.each([
    ['no capabilities', { [CAPABILITIES]: undefined }],
    ['capabilities of the wrong type', { [CAPABILITIES]: 'all' }],
    ['a list of capabilities', { [CAPABILITIES]: [] }],
    ['a capability of the wrong type', { [CAPABILITIES]: { sampling: true } }],
    ['a version of the wrong type', { [VERSION]: 20260728 }],
    ['client information of the wrong type', { [CLIENT_INFO]: 'test' }],
    ['incomplete client information', { [CLIENT_INFO]: { name: 'test' } }],
    ['a level that there is not', { [LOG_LEVEL]: 'loud' }],
    ['a level of the wrong type', { [LOG_LEVEL]: 3 }],
    ['a progress token of the wrong type', { progressToken: {} }],
  ])('with %s is refused', async (_, meta) => {
    expect(await modern(server, 'tools/list', {}, { id: 'x', meta })).toMatchObject({ status: 400, id: 'x', error: { code: -32602 } })
  })

  it('needs no client information', async () => {
    expect(await modern(server, 'tools/list', {}, { meta: { [CLIENT_INFO]: undefined } })).toMatchObject({ status: 200 })
  })

  it('of another revision is refused with what is supported', async () => {
    for (const version of ['2025-11-25', '2027-01-01', 'x']) {
      const reply = await modern(server, 'server/discover', {}, { meta: { [VERSION]: version }, headers: { 'MCP-Protocol-Version': version } })
      expect(reply).toMatchObject({ status: 400, id: 1, error: { code: -32022, data: { supported: ['2026-07-28'], requested: version } } })
    }
  })
})

describe('headers', () => {
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

  it.each<[string, string, Record<string, unknown>, Record<string, string | undefined>]>([
    ['no version', 'tools/list', {}, { 'MCP-Protocol-Version': undefined }],
    ['another version', 'tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }],
    ['no method', 'tools/list', {}, { 'Mcp-Method': undefined }],
    ['another method', 'tools/list', {}, { 'Mcp-Method': 'prompts/list' }],
    ['a method in capitals', 'tools/list', {}, { 'Mcp-Method': 'TOOLS/LIST' }],
    ['no tool name', 'tools/call', { name: 'echo' }, { 'Mcp-Name': undefined }],
    ['another tool name', 'tools/call', { name: 'echo' }, { 'Mcp-Name': 'Echo' }],
    ['another encoded tool name', 'tools/call', { name: 'echo' }, { 'Mcp-Name': base64('other') }],
    ['a tool name that is no Base64', 'tools/call', { name: 'echo' }, { 'Mcp-Name': '=?base64?ZWNobw?=' }],
    ['a tool name that is no UTF-8', 'tools/call', { name: 'echo' }, { 'Mcp-Name': '=?base64?/w==?=' }],
    ['no prompt name', 'prompts/get', { name: 'asks' }, { 'Mcp-Name': undefined }],
    ['another prompt name', 'prompts/get', { name: 'asks' }, { 'Mcp-Name': 'other' }],
    ['no URI', 'resources/read', { uri: 'eras://plain' }, { 'Mcp-Name': undefined }],
    ['another URI', 'resources/read', { uri: 'eras://plain' }, { 'Mcp-Name': 'eras://other' }],
    ['no parameter', 'tools/call', { name: 'region', arguments: { region: 'eu' } }, {}],
    ['another parameter', 'tools/call', { name: 'region', arguments: { region: 'eu' } }, { 'Mcp-Param-Region': 'us' }],
    ['a parameter that is no Base64', 'tools/call', { name: 'region', arguments: { region: 'Hello' } }, { 'Mcp-Param-Region': '=?base64?SGVs!!!bG8=?=' }],
    ['another number', 'tools/call', { name: 'region', arguments: { count: 42 } }, { 'Mcp-Param-Count': '43' }],
    ['another switch', 'tools/call', { name: 'region', arguments: { dry: true } }, { 'Mcp-Param-Dry': 'false' }],
    ['another inner value', 'tools/call', { name: 'region', arguments: { inner: { zone: 'a' } } }, { 'Mcp-Param-Zone': 'b' }],
  ])('with %s are refused', async (_, method, params, headers) => {
    expect(await modern(server, method, params, { id: 5, headers })).toMatchObject({ status: 400, id: 5, error: { code: -32020 } })
  })

  it.each<[string, string, Record<string, unknown>, Record<string, string>]>([
    ['white space around', 'tools/call', { name: 'echo' }, { 'Mcp-Name': '  echo  ' }],
    ['an encoded name', 'tools/call', { name: 'echo' }, { 'Mcp-Name': base64('echo') }],
    ['names in capitals', 'tools/list', {}, { 'MCP-METHOD': 'tools/list' }],
    ['an encoded parameter', 'tools/call', { name: 'region', arguments: { region: 'Zürich' } }, { 'Mcp-Param-Region': base64('Zürich') }],
    ['what only looks encoded', 'tools/call', { name: 'region', arguments: { region: '=?base64?SGVsbG8=' } }, { 'Mcp-Param-Region': '=?base64?SGVsbG8=' }],
    ['the same number written otherwise', 'tools/call', { name: 'region', arguments: { count: 42 } }, { 'Mcp-Param-Count': '42.0' }],
    ['a header of a parameter that is not given', 'tools/call', { name: 'region', arguments: {} }, { 'Mcp-Param-Region': 'eu' }],
    ['an inner value', 'tools/call', { name: 'region', arguments: { inner: { zone: 'a' } } }, { 'Mcp-Param-Zone': 'a' }],
  ])('with %s are taken', async (_, method, params, headers) => {
    expect(await modern(server, method, params, { headers })).toMatchObject({ status: 200, result: { resultType: 'complete' } })
  })

  it('say nothing about a tool that is hidden', async () => {
    expect(await call('hidden', { region: 'eu' })).toMatchObject({ status: 200, error: { code: -32602 } })
  })

  it('are allowed to pages of allowed origins, those of parameters as they are asked for', async () => {
    const reply = await server.http('/mcp/eras', {
      method: 'OPTIONS',
      headers: { 'Origin': server.origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'mcp-method,mcp-param-region,x-other' },
    })
    const allowed = String(reply.headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-region']))
    expect(allowed).not.toContain('x-other')
    expect(reply.headers.vary).toContain('Access-Control-Request-Headers')
  })
})

describe('methods', () => {
  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'tasks/get', 'elicitation/create', 'unknown/method', 'constructor'])('`%s` is none', async (method) => {
    expect(await modern(server, method, {}, { id: 9 })).toEqual({ status: 404, id: 9, error: { code: -32601, message: 'Method not found' } })
  })

  it('server/discover', async () => {
    const { result } = await modern(server, 'server/discover')
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { logging: {}, tools: { listChanged: true }, resources: { listChanged: true, subscribe: true }, prompts: { listChanged: true } },
      instructions: 'For tests.',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { [SERVER_INFO]: INFO },
    })
  })
})

describe('results', () => {
  it.each([
    ['tools/list', {}, 'tools', true],
    ['prompts/list', {}, 'prompts', true],
    ['resources/list', {}, 'resources', true],
    ['resources/templates/list', {}, 'resourceTemplates', true],
    ['resources/read', { uri: 'eras://plain' }, 'contents', true],
    ['tools/call', { name: 'echo' }, 'content', false],
  ])('%s', async (method, params, key, isKept) => {
    for (const _ of [1, 2]) {
      const { result } = await modern(server, method, params)
      expect(result).toEqual({
        resultType: 'complete',
        [key]: expect.any(Array),
        ...(isKept ? { ttlMs: 0, cacheScope: 'private' } : {}),
        _meta: { [SERVER_INFO]: INFO },
      })
    }
  })

  it('lists tools in a stable order, without `execution`, with schemas of 2020-12', async () => {
    const [first, second] = await Promise.all([modern(server, 'tools/list'), modern(server, 'tools/list')])
    expect(first).toEqual(second)
    const tools = first.result?.tools as { name: string, inputSchema: { $schema?: string } }[]
    expect(tools.every(tool => !('execution' in tool))).toBe(true)
    expect(tools.map(({ name }) => name)).not.toContain('hidden')
    expect(tools.find(({ name }) => name === 'echo')?.inputSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
  })

  it('still lists `execution` to clients of the other era', async () => {
    const session = (await server.post(message(1, 'initialize', INITIALIZE))).headers['mcp-session-id']
    const [reply] = (await server.post(message(2, 'tools/list'), { 'Mcp-Session-Id': String(session) })).events<{ result: { tools: object[] } }>()
    expect(reply?.result.tools.every(tool => 'execution' in tool)).toBe(true)
    expect(JSON.stringify(reply)).not.toContain('resultType')
  })

  it('cannot be made to look like something else by a handler', async () => {
    for (const _ of [1, 2]) {
      expect((await call('pretends')).result).toEqual({
        resultType: 'complete',
        content: [{ type: 'text', text: 'done' }],
        _meta: { own: 1, [SERVER_INFO]: INFO },
      })
    }
  })

  it('that cannot be sent are error results', async () => {
    expect((await call('cannot-be-sent')).result).toMatchObject({ resultType: 'complete', isError: true })
  })
})

describe('errors', () => {
  it('unknown tools and prompts, and resources with their URI', async () => {
    expect(await call('nothing')).toMatchObject({ status: 200, id: 1, error: { code: -32602 } })
    expect(await modern(server, 'prompts/get', { name: 'nothing' })).toMatchObject({ status: 200, error: { code: -32602 } })
    expect(await modern(server, 'resources/read', { uri: 'eras://nothing' })).toMatchObject({ status: 200, error: { code: -32602, data: { uri: 'eras://nothing' } } })
    expect(await modern(server, 'resources/read', { uri: 'nothing' })).toMatchObject({ status: 200, error: { code: -32602, data: { uri: 'nothing' } } })
    expect(await modern(server, 'tools/call', {})).toMatchObject({ status: 200, error: { code: -32602 } })
  })

  it('wrong arguments stay a result that the model reads', async () => {
    expect(await call('echo', { text: 5 })).toMatchObject({ result: { isError: true, resultType: 'complete' } })
  })

  it('keep the id of a request that is refused as a whole', async () => {
    expect(await modern(server, 'tools/list', {}, { id: 'a', headers: { 'X-MCP-Tools': 'nothing' } })).toMatchObject({ status: 400, id: 'a', error: { code: -32600 } })
  })

  it('keep the id 0', async () => {
    expect(await call('echo', {}, { id: 0 })).toMatchObject({ id: 0, result: { resultType: 'complete' } })
  })
})

describe('sessions', () => {
  it('are none, and the error says what there is instead', async () => {
    expect(textOf(await call('session', {}, { headers: { 'Mcp-Session-Id': 'x' } }))).toMatch(/^false: There are no MCP sessions for this client.*`useStorage\(\)`.*`useMcpAuth\(\)`.*once\(\)/)
  })

  it('useMcpServer() works for the request', async () => {
    const reply = await postModern(server, 'tools/call', { name: 'register' })
    // A changed list is told to those who listen, not on the answer to a request.
    expect(reply.headers['content-type']).toBe('application/json')
    expect(await call('late')).toMatchObject({ error: { code: -32602 } })
  })
})

describe('streams', () => {
  it.each([
    [undefined, []],
    ['debug', ['1', '2', '3', '4']],
    ['warning', ['3', '4']],
    ['emergency', []],
  ])('log messages from level %s', async (level, data) => {
    const reply = await postModern(server, 'tools/call', { name: 'logs' }, { meta: level ? { [LOG_LEVEL]: level } : {} })
    expect(reply.headers['content-type']).toBe(data.length > 0 ? 'text/event-stream' : 'application/json')
    const events = data.length > 0 ? reply.events<{ method?: string, params?: { data: string } }>() : []
    expect(events.flatMap(({ method, params }) => method === 'notifications/message' ? [params?.data] : [])).toEqual(data)
  })

  it('progress, for who asked for it', async () => {
    expect((await postModern(server, 'tools/call', { name: 'progress' })).headers['content-type']).toBe('application/json')
    const events = (await postModern(server, 'tools/call', { name: 'progress' }, { meta: { progressToken: 'mine' } })).events()
    expect(events).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'mine', progress: 1, total: 2 } },
      expect.objectContaining({ id: 1, result: expect.objectContaining({ resultType: 'complete' }) }),
    ])
  })

  it('are JSON for a client that takes no stream', async () => {
    const reply = await postModern(server, 'tools/call', { name: 'logs' }, { meta: { [LOG_LEVEL]: 'debug' }, headers: { Accept: 'application/json' } })
    expect(reply.json()).toMatchObject({ result: { resultType: 'complete' } })
  })
})

describe('limits and rules of both eras', () => {
  it('X-MCP-Tools', async () => {
    const { result } = await modern(server, 'tools/list', {}, { headers: { 'X-MCP-Tools': 'echo' } })
    expect(result?.tools).toMatchObject([{ name: 'echo' }])
    expect(await call('logs', {}, { headers: { 'X-MCP-Tools': 'echo' } })).toMatchObject({ error: { code: -32602 } })
  })

  it('host, origin, accept and content type', async () => {
    const refusals = await Promise.all([{ Host: 'evil.example.com' }, { Origin: 'https://evil.example.com' }, { Accept: 'text/html' }, { 'Content-Type': 'text/plain' }]
      .map(headers => postModern(server, 'tools/list', {}, { headers })))
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 406, 415])
  })

  it('a client that leaves aborts its handler', async () => {
    const { openRequest } = await import('../helpers/http')
    const body = JSON.stringify(message(1, 'tools/call', { name: 'wait', _meta: modernMeta({ [CAPABILITIES]: ABLE }) }))
    const { response, abort } = openRequest(server.url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'Accept': 'application/json', 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'wait' } })
    response.catch(() => {})
    await expect.poll(async () => (await server.state('eras-waiting')).count).toBe(1)
    abort()
    await expect.poll(async () => (await server.state('eras-gone')).count).toBe(1)
  })
})
