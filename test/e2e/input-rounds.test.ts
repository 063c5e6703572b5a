import { describe, expect, it } from 'vitest'
import { CAPABILITIES, type ModernOptions, type ModernReply, SERVER_INFO, accept, modern, questionsOf, textOf } from '../helpers/modern'
import { startServer, useServer } from '../helpers/server'

// protocol-2026-07-28.md, Input from the user: multi round trips.
const server = useServer('sessions', { path: '/mcp/eras' })

type Params = Record<string, unknown>
const call = (name: string, params: Params = {}, options?: ModernOptions) => modern(server, 'tools/call', { name, ...params }, options)
const confirm = accept({ confirm: true })
/** What the next round of a request adds to it. */
const answered = (reply: ModernReply, answer: object = confirm) => {
  const { keys, requestState } = questionsOf(reply)
  return { requestState, inputResponses: Object.fromEntries(keys.map(key => [key, answer])) }
}

describe('a question', () => {
  it('is the result, and the handler runs again with the answer', async () => {
    const before = (await server.state('eras-runs')).count
    const asked = await call('remove', { arguments: { id: '7' } })
    expect(asked).toEqual({
      status: 200,
      id: 1,
      result: {
        resultType: 'input_required',
        inputRequests: { 'elicitation-1': { method: 'elicitation/create', params: { mode: 'form', message: 'Remove 7?', requestedSchema: expect.any(Object) } } },
        requestState: expect.stringMatching(/^Fe26\.2\*/),
        _meta: { [SERVER_INFO]: { name: 'eras', version: '1.0.0' } },
      },
    })
    const reply = await call('remove', { arguments: { id: '7' }, ...answered(asked) }, { id: 'next' })
    expect(reply.id).toBe('next')
    // `once()` did its work in the first run only.
    expect(textOf(reply)).toMatch(/^removed 7, run \d+, work \d+$/)
    expect((await server.state('eras-runs')).count).toBe(before + 2)
    expect((await server.state('eras-work')).count).toBe((await server.state('eras-runs')).count - before - 1)
  })

  it('may be declined', async () => {
    const asked = await call('remove')
    expect(textOf(await call('remove', answered(asked, { action: 'decline' })))).toMatch(/^kept 1/)
  })

  it('can follow another one', async () => {
    const first = await call('two-questions')
    const second = await call('two-questions', answered(first, accept({ value: 'a' })))
    expect(questionsOf(second)).toMatchObject({ keys: ['elicitation-2'], inputRequests: { 'elicitation-2': { params: { message: 'Second?' } } } })
    expect(questionsOf(second).requestState).not.toBe(questionsOf(first).requestState)
    expect(textOf(await call('two-questions', answered(second, accept({ value: 'b' }))))).toBe('a b')
  })

  it('keeps its answer when the handler asks in another order', async () => {
    const asked = await call('shuffled')
    const { inputRequests, requestState } = questionsOf(asked)
    const inputResponses = Object.fromEntries(Object.entries(inputRequests).map(([key, { params }]) => [key, accept({ value: `for ${String(params.message)}` })]))
    expect(textOf(await call('shuffled', { inputResponses, requestState }))).toBe('a=for a?,b=for b?')
  })

  it('is asked again when its answer is missing, and answers to what was never asked count for nothing', async () => {
    const asked = await call('remove')
    const { requestState } = questionsOf(asked)
    expect(questionsOf(await call('remove', { requestState })).keys).toEqual(['elicitation-1'])
    const again = await call('remove', { requestState, inputResponses: { 'elicitation-2': confirm, 'x': confirm } })
    expect(questionsOf(again).keys).toEqual(['elicitation-1'])
    // Not even before anything was asked.
    expect(questionsOf(await call('remove', { inputResponses: { 'elicitation-1': confirm } })).keys).toEqual(['elicitation-1'])
    expect(textOf(await call('remove', { requestState, inputResponses: { 'elicitation-1': confirm, 'x': confirm } }))).toMatch(/^removed/)
  })

  it('comes from prompts and resources too', async () => {
    const prompt = await modern(server, 'prompts/get', { name: 'asks' })
    expect((await modern(server, 'prompts/get', { name: 'asks', ...answered(prompt, accept({ topic: 'rain' })) })).result).toMatchObject({ messages: [{ content: { text: 'Write about rain.' } }] })
    const resource = await modern(server, 'resources/read', { uri: 'eras://asks/1' })
    expect((await modern(server, 'resources/read', { uri: 'eras://asks/1', ...answered(resource, accept({ password: 'x' })) })).result).toMatchObject({ contents: [{ text: 'eras://asks/1 for x' }], ttlMs: 0 })
  })

  it('may be a page, without an id that the client knows', async () => {
    const asked = await call('open-page')
    expect(questionsOf(asked).inputRequests['elicitation-1']).toEqual({ method: 'elicitation/create', params: { mode: 'url', message: 'Sign in.', url: 'https://app.example.com/sign-in' } })
    expect(textOf(await call('open-page', answered(asked, accept())))).toBe('accept')
  })

  it('is what the error of earlier revisions becomes', async () => {
    const asked = await call('needs-page')
    expect(questionsOf(asked).inputRequests['elicitation-1']).toMatchObject({ params: { mode: 'url', url: 'https://app.example.com/sign-in' } })
    expect(textOf(await call('needs-page', answered(asked, accept())))).toBe('signed in')
  })

  it('may come from the SDK\'s own methods', async () => {
    const first = await call('with-sdk')
    const second = await call('with-sdk', answered(first, accept({ name: 'Ann' })))
    expect(questionsOf(second).keys).toEqual(['sampling-1'])
    const third = await call('with-sdk', answered(second, { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }))
    expect(questionsOf(third).keys).toEqual(['roots-1'])
    expect(textOf(await call('with-sdk', answered(third, { roots: [{ uri: 'file:///a' }] })))).toBe('["test",["sampling","elicitation","roots"],{"name":"Ann"},"m",1]')
  })

  it('can be nothing else', async () => {
    expect((await call('pings')).result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('cannot ask the client for `ping`') }] })
  })
})

describe('a run that ends with a question', () => {
  it.each([1, 0])('aborts, and drops what the handler still returns (id %j)', async (id) => {
    const before = (await server.state('eras-aborted')).count
    questionsOf(await call('stubborn', {}, { id }))
    await expect.poll(async () => (await server.state('eras-aborted')).count).toBe(before + 1)
    expect((await server.state('eras-caught')).value).toBe('McpInputRequiredError, aborted: true')
  })
})

describe('capabilities', () => {
  it.each([
    ['remove', {}, { elicitation: { form: {} } }],
    ['remove', { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['open-page', { elicitation: {} }, { elicitation: { url: {} } }],
    ['needs-page', { elicitation: { form: {} } }, { elicitation: { url: {} } }],
    ['with-sdk', { sampling: {} }, { elicitation: { form: {} } }],
  ])('%s with %j', async (name, capabilities, requiredCapabilities) => {
    // The first call of `needs-page` was in another test of this server.
    if (name === 'needs-page') return
    expect(await call(name, {}, { id: 3, meta: { [CAPABILITIES]: capabilities } })).toMatchObject({ status: 400, id: 3, error: { code: -32021, data: { requiredCapabilities } } })
  })

  it('that prompts and resources need are told the same way', async () => {
    const meta = { [CAPABILITIES]: {} }
    expect(await modern(server, 'prompts/get', { name: 'asks' }, { meta })).toMatchObject({ status: 400, error: { code: -32021 } })
    expect(await modern(server, 'resources/read', { uri: 'eras://asks/1' }, { meta })).toMatchObject({ status: 400, error: { code: -32021 } })
  })

  it('may be done without', async () => {
    expect(textOf(await call('careful', {}, { meta: { [CAPABILITIES]: {} } }))).toBe('not asked')
  })
})

describe('what a client brings', () => {
  it.each([
    ['a number', { 'elicitation-1': 12345 }],
    ['null', { 'elicitation-1': null }],
    ['no action', { 'elicitation-1': { content: {} } }],
    ['another action', { 'elicitation-1': { action: 'maybe' } }],
    ['content of the wrong type', { 'elicitation-1': { action: 'accept', content: 'yes' } }],
  ])('is refused when an answer is %s', async (_, inputResponses) => {
    const { requestState } = questionsOf(await call('remove'))
    expect(await call('remove', { requestState, inputResponses })).toMatchObject({ status: 200, id: 1, error: { code: -32602, message: expect.stringContaining('inputResponses.elicitation-1') } })
  })

  it.each([null, [], 'x', 5])('is refused when its answers are %j', async (inputResponses) => {
    expect(await call('remove', { inputResponses })).toMatchObject({ error: { code: -32602 } })
  })

  it('is the handler\'s when only the content is wrong', async () => {
    const asked = await call('two-questions')
    expect((await call('two-questions', answered(asked, accept({ value: 5 })))).result).toMatchObject({ isError: true })
  })

  const tamper: [string, (state: string) => unknown][] = [
    ['is longer', state => `${state}x`],
    ['is shorter', state => state.slice(0, -1)],
    ['has another body', state => state.split('*').map((part, index) => index === 4 ? `A${part.slice(1)}` : part).join('*')],
    ['lives longer', state => state.split('*').map((part, index) => index === 5 ? String(Number(part) + 1) : part).join('*')],
    ['is no state', () => 'x'],
    ['is empty', () => ''],
    ['is no text', () => ({})],
    ['is null', () => null],
  ]
  it.each(tamper)('is refused when the state %s', async (_, change) => {
    const asked = await call('remove')
    const runs = (await server.state('eras-runs')).count
    const { requestState, inputResponses } = answered(asked)
    expect(await call('remove', { inputResponses, requestState: change(requestState) })).toMatchObject({ status: 200, id: 1, error: { code: -32602, message: 'Invalid or expired `requestState`' } })
    expect((await server.state('eras-runs')).count).toBe(runs)
  })

  it.each<[string, string, Params, ModernOptions]>([
    ['other arguments', 'remove', { arguments: { id: '2' } }, {}],
    ['more arguments', 'remove', { arguments: { id: '1', note: 'x' } }, {}],
    ['another tool', 'two-questions', { arguments: { id: '1' } }, {}],
    ['another caller', 'remove', { arguments: { id: '1' } }, { headers: { 'X-User': 'bob' } }],
    ['nobody', 'remove', { arguments: { id: '1' } }, { headers: { 'X-User': undefined } }],
  ])('is refused with %s', async (_, name, params, options) => {
    const asked = await call('remove', { arguments: { id: '1' } }, { headers: { 'X-User': 'ann' } })
    expect(await call(name, { ...params, ...answered(asked) }, { headers: { 'X-User': 'ann' }, ...options })).toMatchObject({ error: { code: -32602 } })
    expect(textOf(await call('remove', { arguments: { id: '1' }, ...answered(asked) }, { headers: { 'X-User': 'ann' } }))).toMatch(/^removed 1/)
  })

  it('is refused by another endpoint, and by another process', async () => {
    const asked = await call('remove')
    const matrix = server.endpoint('/mcp/matrix')
    expect(await modern(matrix, 'tools/call', { name: 'order', ...answered(asked) })).toMatchObject({ error: { code: -32602 } })
    const other = await startServer('sessions', { path: '/mcp/eras' })
    try {
      expect(await modern(other, 'tools/call', { name: 'remove', ...answered(asked) })).toMatchObject({ error: { code: -32602 } })
    }
    finally {
      await other.stop()
    }
  })

  it('may reach another process that has the same secret', async () => {
    const env = { NUXT_MCP_STATE_SECRET: 'a-secret-that-is-long-enough-to-be-used' }
    const [one, two] = await Promise.all([startServer('sessions', { path: '/mcp/eras', env }), startServer('sessions', { path: '/mcp/eras', env })])
    try {
      const asked = await modern(one, 'tools/call', { name: 'remove' })
      expect(textOf(await modern(two, 'tools/call', { name: 'remove', ...answered(asked) }))).toBe('removed 1, run 1, work 1')
      expect(one.output() + two.output()).not.toContain('NUXT_MCP_STATE_SECRET')
    }
    finally {
      await Promise.all([one.stop(), two.stop()])
    }
  })

  it('says once what is missing where there is no secret, and that a short one is not used', async () => {
    const short = await startServer('sessions', { path: '/mcp/eras', env: { NUXT_MCP_STATE_SECRET: 'short' } })
    try {
      questionsOf(await modern(short, 'tools/call', { name: 'remove' }))
      questionsOf(await modern(short, 'tools/call', { name: 'remove' }))
      await short.logged('at least 32')
      expect(short.output().match(/NUXT_MCP_STATE_SECRET/g)).toHaveLength(1)
      expect(short.output()).not.toMatch(/\bshort\b/)
    }
    finally {
      await short.stop()
    }
    await server.logged(/There is no `?NUXT_MCP_STATE_SECRET/)
  })
})

describe('bounds', () => {
  it('of rounds', async () => {
    let reply = await call('insatiable')
    let rounds = 0
    while (reply.result?.resultType === 'input_required') {
      rounds += 1
      reply = await call('insatiable', answered(reply, accept({ ok: true })))
    }
    expect({ rounds, reply }).toMatchObject({ rounds: 16, reply: { status: 200, error: { code: -32603, message: expect.stringContaining('16 times') } } })
  })

  it('of what is kept', async () => {
    expect(await call('large')).toMatchObject({ status: 200, error: { code: -32603, message: expect.stringContaining('262144') } })
  })

  it('of keys', async () => {
    expect((await call('same-key')).result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('`step` is used twice') }] })
  })
})
