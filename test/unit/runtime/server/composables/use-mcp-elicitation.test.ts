import { ElicitationCompleteNotificationSchema, ElicitRequestSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { useEvent } from 'nitropack/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import { useMcpElicitation } from '../../../../../src/runtime/server/composables/use-mcp-elicitation'
import { McpElicitationError, McpInputRequiredError } from '../../../../../src/runtime/server/elicitation/errors'
import { runShared } from '../../../../../src/runtime/server/elicitation/no-questions'
import { setExchange } from '../../../../../src/runtime/server/session/exchange'
import { createTestEvent, type LinkedClient, linkClient, type LinkOptions } from './linked-client'

vi.mock('nitropack/runtime', () => ({ useEvent: vi.fn() }))

const schema = { size: z.enum(['S', 'L']), gift: z.boolean().default(false), note: z.string().trim().optional() }

/** Links a client that gives this answer, or does what the function does. */
async function link(answer: unknown, options: LinkOptions = {}): Promise<LinkedClient> {
  const linked = await linkClient(options)
  vi.mocked(useEvent).mockReturnValue(linked.event)
  const { client } = linked
  // Below the client's own handler, which refuses to give answers that no proper client gives.
  client.fallbackRequestHandler = async () => JSON.parse(JSON.stringify(typeof answer === 'function' ? await answer() : answer))
  return linked
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  }
  catch (error) {
    expect(error).toBeInstanceOf(McpElicitationError)
    return error instanceof McpElicitationError ? error.code : ''
  }
  return 'resolved'
}

afterEach(() => {
  vi.useRealTimers()
})

// server-side-requests R4, R21
describe('useMcpElicitation', () => {
  it('is for handlers only', () => {
    vi.mocked(useEvent).mockReturnValue(createTestEvent())
    expect(() => useMcpElicitation()).toThrow(/^No MCP server instance available/)
  })

  // R3
  it('leaves Nitro\'s own error when there is no request context', () => {
    vi.mocked(useEvent).mockImplementationOnce(() => {
      throw new Error('Nitro request context is not available.')
    })
    expect(() => useMcpElicitation()).toThrow(/^Nitro request context/)
  })
})

// server-side-requests R22, R24
describe('supports', () => {
  it.each<[string, LinkOptions['capabilities'], boolean, boolean]>([
    ['no capability', {}, false, false],
    ['an empty one', { elicitation: {} }, true, false],
    ['form', { elicitation: { form: {} } }, true, false],
    ['form with options', { elicitation: { form: { applyDefaults: true } } }, true, false],
    ['url', { elicitation: { url: {} } }, false, true],
    ['both', { elicitation: { form: {}, url: {} } }, true, true],
  ])('%s', async (_label, capabilities, form, url) => {
    await link({ action: 'cancel' }, { capabilities })
    const elicit = useMcpElicitation()
    expect([elicit.supports(), elicit.supports('form'), elicit.supports('url')]).toEqual([form, form, url])
    expect(await codeOf(elicit.form({ message: 'm', schema }))).toBe(form ? 'resolved' : 'unsupported')
    expect(await codeOf(elicit.confirm('m'))).toBe(form ? 'resolved' : 'unsupported')
    expect(await codeOf(elicit.url({ message: 'm', url: 'https://a.example' }))).toBe(url ? 'resolved' : 'unsupported')
  })

  it('an object that names neither mode', async () => {
    const { server } = await link({ action: 'cancel' })
    vi.spyOn(server, 'getClientCapabilities').mockReturnValue(JSON.parse('{"elicitation":{"applyDefaults":true}}'))
    expect(useMcpElicitation().supports('form')).toBe(true)
    expect(useMcpElicitation().supports('url')).toBe(false)
    expect(await useMcpElicitation().form({ message: 'm', schema })).toEqual({ action: 'cancel' })
  })

  it('nothing without a session', async () => {
    await link({ action: 'cancel' }, { sessionId: undefined })
    const elicit = useMcpElicitation()
    expect([elicit.supports('form'), elicit.supports('url')]).toEqual([false, false])
    await expect(elicit.form({ message: 'm', schema })).rejects.toThrow(/^Client does not support elicitation \(mode=form\).*`mcp\.sessions`/)
    await expect(elicit.url({ message: 'm', url: 'https://a.example' })).rejects.toThrow(/^Client does not support elicitation \(mode=url\)/)
    await expect(elicit.confirm('m')).rejects.toThrow(McpElicitationError)
  })

  // R23
  it('is asked before the schema and the URL are looked at', async () => {
    const { sent } = await link({ action: 'cancel' }, { capabilities: {} })
    expect(await codeOf(useMcpElicitation().form({ message: 'm', schema: { odd: z.date() } }))).toBe('unsupported')
    expect(await codeOf(useMcpElicitation().url({ message: 'm', url: 'x' }))).toBe('unsupported')
    expect(sent).toEqual([])
  })
})

describe('form', () => {
  // server-side-requests R25, R29
  it('is sent on the stream of the request being handled', async () => {
    const { sent } = await link({ action: 'decline' })
    await useMcpElicitation().form({ message: 'Size?', schema })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      message: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Size?',
          requestedSchema: {
            type: 'object',
            properties: { size: { type: 'string', enum: ['S', 'L'] }, gift: { type: 'boolean', default: false }, note: { type: 'string' } },
            required: ['size'],
          },
        },
      },
      options: { relatedRequestId: 7 },
    })
  })

  // R33: an SDK client parses the request with the protocol's schema, and fills in defaults
  it('is understood by an SDK client', async () => {
    const { client } = await linkClient({ capabilities: { elicitation: { form: { applyDefaults: true } } } }).then((linked) => {
      vi.mocked(useEvent).mockReturnValue(linked.event)
      return linked
    })
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { size: 'S', colour: 'r', colours: ['g'] } }))
    const colour = z.union([z.literal('r').meta({ title: 'Red' }), z.literal('g').meta({ title: 'Green' })])
    expect(await useMcpElicitation().form({ message: 'm', schema: { ...schema, colour, colours: z.array(colour) } })).toEqual({
      action: 'accept', content: { size: 'S', gift: false, colour: 'r', colours: ['g'] },
    })
  })

  it('with a bad schema is not sent', async () => {
    const { sent } = await link({ action: 'decline' })
    expect(await codeOf(useMcpElicitation().form({ message: 'm', schema: { odd: z.array(z.number()) } }))).toBe('invalid-schema')
    expect(sent).toEqual([])
  })

  // server-side-requests §3.4
  it.each([
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
    ['decline', { action: 'decline', content: { size: 'S' } }],
  ])('%s has no content', async (action, answer) => {
    await link(answer)
    expect(await useMcpElicitation().form({ message: 'm', schema })).toStrictEqual({ action })
  })

  it('accept has what the schema parsed', async () => {
    await link({ action: 'accept', content: { size: 'L', note: '  x ', other: 1 } })
    expect(await useMcpElicitation().form({ message: 'm', schema })).toStrictEqual({ action: 'accept', content: { size: 'L', gift: false, note: 'x' } })
  })

  it('accept without content is an empty answer', async () => {
    await link({ action: 'accept' })
    expect(await useMcpElicitation().form({ message: 'm', schema: { a: z.string().default('x'), b: z.number().catch(1), c: z.string().optional() } })).toEqual({ action: 'accept', content: { a: 'x', b: 1 } })
    expect(await codeOf(useMcpElicitation().form({ message: 'm', schema }))).toBe('invalid-response')
  })

  it.each([
    ['a wrong type', { size: 'S', gift: 'yes' }],
    ['an unknown choice', { size: 'M' }],
    ['a missing field', { gift: true }],
    ['content that is no object', ['S']],
  ])('%s is an invalid response', async (_label, content) => {
    await link({ action: 'accept', content })
    const promise = useMcpElicitation().form({ message: 'm', schema })
    await expect(promise).rejects.toThrow(/^Client returned a payload that does not match the requested schema: /)
    expect(await codeOf(promise)).toBe('invalid-response')
  })

  it('a failed refinement is an invalid response', async () => {
    await link({ action: 'accept', content: { a: 'x' } })
    await expect(useMcpElicitation().form({ message: 'm', schema: { a: z.string().refine(async () => false, 'Taken') } })).rejects.toThrow('schema: Taken at a')
  })

  it.each([[{ action: 'maybe' }], [{}], [{ action: 1, content: {} }]])('%j is an invalid response', async (answer) => {
    await link(answer)
    expect(await codeOf(useMcpElicitation().form({ message: 'm', schema }))).toBe('invalid-response')
  })

  it('an error of the client is passed on', async () => {
    await link(() => {
      throw new McpError(ErrorCode.InvalidParams, 'No forms today', { why: 'Sunday' })
    })
    const error: unknown = await useMcpElicitation().form({ message: 'm', schema }).catch(error => error)
    expect(error).toBeInstanceOf(McpError)
    expect(error).toMatchObject({ code: -32602, data: { why: 'Sunday' } })
  })

  it('an error of the client that looks like a timeout is passed on too', async () => {
    await link(() => {
      throw new McpError(ErrorCode.RequestTimeout, 'Request timed out', { timeout: 300_000 })
    })
    await expect(useMcpElicitation().form({ message: 'm', schema })).rejects.toBeInstanceOf(McpError)
  })

  it('takes Zod 3 shapes', async () => {
    await link({ action: 'accept', content: { n: '5' } })
    expect(await useMcpElicitation().form({ message: 'm', schema: { n: z3.string().transform(Number), m: z3.number().default(1) } })).toEqual({ action: 'accept', content: { n: 5, m: 1 } })
  })

  // R35
  it('parses what is entered, not what comes out', async () => {
    await link({ action: 'accept', content: { sure: 'yes', count: 3 } })
    expect(await useMcpElicitation().form({ message: 'm', schema: { sure: z.stringbool(), count: z.coerce.number() } })).toEqual({ action: 'accept', content: { sure: true, count: 3 } })
  })
})

// server-side-requests R30
describe('timeout', () => {
  const never = () => new Promise(() => {})

  it.each([
    ['five minutes by default', undefined, undefined, 300_000],
    ['of the composable', 1000, undefined, 1000],
    ['of the call', 1000, 2000, 2000],
  ])('%s', async (_label, ofComposable, ofCall, expected) => {
    const { sent } = await link(never)
    vi.useFakeTimers()
    const settled = vi.fn()
    const code = codeOf(useMcpElicitation({ timeout: ofComposable }).form({ message: 'm', schema, timeout: ofCall })).finally(settled)
    await vi.advanceTimersByTimeAsync(expected - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await code).toBe('timeout')
    expect(sent.at(-1)).toMatchObject({ message: { method: 'notifications/cancelled', params: { requestId: 0, reason: expect.stringContaining(`${expected} ms`) } }, options: { relatedRequestId: 7 } })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('can be as long as the request', async () => {
    const { abort } = await link(never)
    vi.useFakeTimers()
    const settled = vi.fn()
    const code = codeOf(useMcpElicitation({ timeout: Infinity }).confirm('m')).finally(settled)
    await vi.advanceTimersByTimeAsync(24 * 3600 * 1000)
    expect(settled).not.toHaveBeenCalled()
    abort()
    expect(await code).toBe('aborted')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('longer than timers can wait does not fire at once', async () => {
    await link(() => new Promise(resolve => setTimeout(resolve, 50, { action: 'decline' })))
    expect(await useMcpElicitation({ timeout: 2 ** 40 }).form({ message: 'm', schema })).toEqual({ action: 'decline' })
  })

  it.each([0, -1, Number.NaN])('%s is refused', async (timeout) => {
    await link({ action: 'decline' })
    expect(() => useMcpElicitation({ timeout })).toThrow(RangeError)
    await expect(useMcpElicitation().form({ message: 'm', schema, timeout })).rejects.toThrow(RangeError)
  })
})

// server-side-requests R31
describe('cancelling the request that asks', () => {
  it('cancels the question', async () => {
    const { sent, abort } = await link(() => new Promise(() => {}))
    const code = codeOf(useMcpElicitation().url({ message: 'm', url: 'https://a.example' }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    abort()
    expect(await code).toBe('aborted')
    expect(sent.at(-1)).toMatchObject({ message: { method: 'notifications/cancelled', params: { requestId: 0 } }, options: { relatedRequestId: 7 } })
  })

  it('before it asked sends nothing', async () => {
    const { sent, abort } = await link({ action: 'accept' })
    abort()
    expect(await codeOf(useMcpElicitation().confirm('m'))).toBe('aborted')
    expect(sent).toEqual([])
  })

  it('after the answer cancels nothing', async () => {
    const { sent, abort } = await link({ action: 'decline' })
    await useMcpElicitation().confirm('m')
    abort()
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(sent).toHaveLength(1)
  })
})

describe('url', () => {
  // server-side-requests R26
  it('is sent with an id, which is returned', async () => {
    const { sent } = await link({ action: 'accept', content: { ignored: true } })
    const result = await useMcpElicitation().url({ message: 'Sign in', url: 'https://a.example/start?x=1' })
    expect(result).toStrictEqual({ action: 'accept', elicitationId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(sent[0]).toMatchObject({
      message: { method: 'elicitation/create', params: { mode: 'url', message: 'Sign in', url: 'https://a.example/start?x=1', elicitationId: result.elicitationId } },
      options: { relatedRequestId: 7 },
    })
    expect((await useMcpElicitation().url({ message: 'm', url: 'https://a.example' })).elicitationId).not.toBe(result.elicitationId)
  })

  it('takes an id that the page knows', async () => {
    await link({ action: 'decline' })
    expect(await useMcpElicitation().url({ message: 'm', url: new URL('http://localhost:3000/x?id=mine'), elicitationId: 'mine' })).toEqual({ action: 'decline', elicitationId: 'mine' })
  })

  // R27
  it.each(['not a url', '/relative', '//a.example', 'a.example', '', 'ftp://a.example', 'javascript:alert(1)', 'https:a.example', 'https://', ' https://a.example', 'data:text/html,x'])('refuses %j', async (url) => {
    const { sent } = await link({ action: 'accept' })
    expect(await codeOf(useMcpElicitation().url({ message: 'm', url }))).toBe('invalid-url')
    expect(sent).toEqual([])
  })

  it('an unknown action is an invalid response', async () => {
    await link({ action: 'opened' })
    expect(await codeOf(useMcpElicitation().url({ message: 'm', url: 'https://a.example' }))).toBe('invalid-response')
  })
})

// server-side-requests R26
describe('complete', () => {
  it('tells the client, on the stream of the request', async () => {
    const { client, sent } = await link({ action: 'accept' })
    const completed: string[] = []
    client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => void completed.push(params.elicitationId))
    const elicit = useMcpElicitation()
    const { elicitationId } = await elicit.url({ message: 'm', url: 'https://a.example' })
    await elicit.complete(elicitationId)
    await vi.waitFor(() => expect(completed).toEqual([elicitationId]))
    expect(sent.at(-1)?.options).toMatchObject({ relatedRequestId: 7 })
  })

  it('uses the session\'s own stream once the request is over', async () => {
    const { server, sent } = await link({ action: 'accept' })
    const elicit = useMcpElicitation()
    const send = server.transport!.send
    server.transport!.send = async (message, options) => {
      if (options?.relatedRequestId !== undefined) throw new Error('The stream of request 7 is over')
      await send(message, options)
    }
    await elicit.complete('x')
    expect(sent).toMatchObject([{ message: { method: 'notifications/elicitation/complete', params: { elicitationId: 'x' } } }])
    expect(sent[0]?.options?.relatedRequestId).toBeUndefined()
  })

  it('needs the capability', async () => {
    await link({ action: 'accept' }, { capabilities: { elicitation: { form: {} } } })
    expect(await codeOf(useMcpElicitation().complete('x'))).toBe('unsupported')
  })
})

describe('confirm', () => {
  // server-side-requests R28
  it('is a form with one box', async () => {
    const { sent } = await link({ action: 'cancel' })
    await useMcpElicitation().confirm('Delete?')
    expect(sent[0]).toMatchObject({
      message: { params: { mode: 'form', message: 'Delete?', requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean', description: 'Confirm the action', default: false } }, required: ['confirm'] } } },
      options: { relatedRequestId: 7 },
    })
  })

  // R38
  it.each([
    [{ action: 'accept', content: { confirm: true } }, true],
    [{ action: 'accept', content: { confirm: false } }, false],
    [{ action: 'accept', content: {} }, false],
    [{ action: 'accept' }, false],
    [{ action: 'decline' }, false],
    [{ action: 'decline', content: { confirm: true } }, false],
    [{ action: 'cancel' }, false],
  ])('%j is %s', async (answer, expected) => {
    await link(answer)
    expect(await useMcpElicitation().confirm('Delete?')).toBe(expected)
  })

  it('an answer of another type is an invalid response', async () => {
    await link({ action: 'accept', content: { confirm: 'true' } })
    expect(await codeOf(useMcpElicitation().confirm('Delete?'))).toBe('invalid-response')
  })
})

// protocol-2026-07-28.md, Input from the user
describe('in rounds', () => {
  async function linkRounds(silentMethod?: string): Promise<void> {
    const { event, exchange } = await link({ action: 'cancel' }, { sessionId: undefined })
    const rounds = { ask: () => Promise.reject(new McpInputRequiredError()), once: <T>(_: string, work: () => T | Promise<T>) => Promise.resolve(work()) }
    setExchange(event, { ...exchange, ...(silentMethod === undefined ? { rounds: () => rounds } : { silentMethod }) })
  }

  // Vitest fails the run for a rejection that nobody handles.
  it('a question need not be waited for', async () => {
    await linkRounds()
    const { confirm, form, url } = useMcpElicitation()
    void confirm('m')
    void form({ message: 'm', schema })
    void url({ message: 'm', url: 'https://a.example' })
    await new Promise(resolve => setTimeout(resolve, 5))
    await expect(confirm('m')).rejects.toThrow(McpInputRequiredError)
  })

  it('a method without a place for questions is named', async () => {
    await linkRounds('completion/complete')
    const elicit = useMcpElicitation()
    expect(elicit.supports()).toBe(false)
    await expect(elicit.confirm('m')).rejects.toThrow('while `completion/complete` is answered')
    expect(await codeOf(elicit.url({ message: 'm', url: 'https://a.example' }))).toBe('unsupported')
  })
})

describe('where nobody can be asked', () => {
  it.each(['constructor', 'toString', '__proto__', 'voice'])('no client supports the mode %s', async (mode) => {
    await link({ action: 'cancel' })
    expect(useMcpElicitation().supports(mode as never)).toBe(false)
  })

  it('work of `once()` is told so, and its key; also in the era in which it could', async () => {
    const { sent } = await link({ action: 'accept', content: { confirm: true } })
    const elicit = useMcpElicitation()
    await expect(elicit.once('booking', () => elicit.confirm('m'))).rejects.toThrow('inside `once(\'booking\')`')
    expect(sent).toEqual([])
    expect(await elicit.confirm('m')).toBe(true)
  })

  it('code that runs for others is told so, and `supports()` is false', async () => {
    const { sent } = await link({ action: 'accept', content: { confirm: true } })
    await runShared('It has `cache`.', async () => {
      const elicit = useMcpElicitation()
      expect(elicit.supports()).toBe(false)
      await expect(elicit.confirm('m')).rejects.toThrow('It has `cache`.')
      // What it does once, it does: there is no other round.
      expect(await elicit.once('a', () => 1)).toBe(1)
    })
    expect(sent).toEqual([])
  })
})

// server-side-requests R39
it('McpElicitationError says what happened', () => {
  const error = new McpElicitationError('unsupported', 'No', { cause: 1 })
  expect(error).toBeInstanceOf(Error)
  expect({ name: error.name, code: error.code, message: error.message, cause: error.cause }).toEqual({ name: 'McpElicitationError', code: 'unsupported', message: 'No', cause: 1 })
})
